import FlowDiagram
import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowTables
import KeywayCore
import Testing

@Suite("From a flow to its diagram")
struct DiagramOfFlowTests {
    /// Rows of the file, of groups and of states; two choices; rows that stay; ends of all kinds.
    private static let text = """
        flow Lift version 3
        enum Why { stuck }
        context { calls: int 0...2 = 0, why: Why? }
        command call, open, leave, shout
        callback moved, halted
        source cabin = "CabinEvent" by kind singleton {
          MOVED => moved
          HALTED => halted
        }
        final arrived success
        final helpless keeps why
        final gone
        require arrived only after moved
        on leave -> gone
        within 9m -> helpless { why = stuck }
        ignore unrecognised
        reject other
        late other
        state ground waits for user {
          on call -> next
          on shout -> ground
          reject leave
        }
        choice next {
          when calls < 2 -> slow { calls += 1 }
          otherwise -> last
        }
        choice last { otherwise -> helpless { why = stuck } }
        group riding {
          timer rest
          on halted -> helpless { why = stuck }
          on open stay
          state slow {
            on moved when calls == 1 -> fast
            on moved when calls != 1 -> arrived
            after 5s -> fast
          }
          state fast {
            ignore halted
            on moved, call -> arrived
            after 5s -> next
          }
          state resting {
            ignore moved
            after 7s -> ground
          }
        }
        """

    private func labels(_ diagram: Diagram) -> [String: [String]] {
        func name(_ place: Diagram.Place) -> String {
            switch place {
            case .node(let node): diagram.nodes[node].name
            case .group(let group): "[\(diagram.groups[group].name)]"
            }
        }
        return Dictionary(
            uniqueKeysWithValues: diagram.edges.map { ("\(name($0.from)) \(name($0.to))", $0.labels) })
    }

    @Test("A row of a group is drawn once, from the group, and says where it does not hold")
    func groupRows() throws {
        let edges = labels(try Diagram(drawing: LoadedFlow(Self.text)))
        #expect(edges["[riding] helpless"] == ["halted (not in fast)"])
        #expect(edges["[Lift] gone"] == ["leave (not in ground)"])
        #expect(edges["[Lift] helpless"] == ["within 9m"])
        #expect(edges["slow helpless"] == nil)
    }

    @Test("Events with one guard share a line; a choice stands between its rows and its branches; stay is not drawn")
    func labels() throws {
        let edges = labels(try Diagram(drawing: LoadedFlow(Self.text)))
        #expect(edges["slow fast"] == ["moved [calls == 1]", "after 5s"])
        #expect(edges["fast arrived"] == ["moved, call"])
        #expect(edges["ground next"] == ["call"])
        #expect(edges["fast next"] == ["after 5s"])
        #expect(edges["next slow"] == ["calls < 2"])
        #expect(edges["next last"] == ["otherwise"])
        #expect(edges["ground ground"] == ["shout"])
        #expect(!edges.values.joined().contains { $0.contains("open") })
    }

    @Test("Ends are told apart by the flow's own words: what is required, where the deadline leads, and the rest")
    func ends() throws {
        let diagram = try Diagram(drawing: LoadedFlow(Self.text))
        let kinds = Dictionary(uniqueKeysWithValues: diagram.nodes.map { ($0.name, $0.kind) })
        #expect(kinds["arrived"] == .success)
        #expect(kinds["helpless"] == .failure)
        #expect(kinds["gone"] == .end)
        #expect(kinds["ground"] == .waitsForUser)
        #expect(kinds["slow"] == .state)
        #expect(kinds["next"] == .choice)
        #expect(diagram.nodes.filter(\.isInitial).map(\.name) == ["ground"])
        #expect(
            diagram.summary
                == "The flow begins in ground. It ends in arrived (success), helpless (failure), gone.")
    }

    /// Guards that tell nothing, guards of one event, and choices in and outside of the group that they belong to.
    private static let guards = """
        flow Guards version 1
        context { n: int 0...3 = 0, lit: bool = false }
        command go, turn, rest, back
        final done
        final dark
        within 9m -> dark
        reject other
        state idle waits for user {
          on go when n < 2 -> low { n = 1 }
          on go otherwise -> low
          on turn when n == 1 -> low
          on turn when n == 3 -> low
          on turn otherwise -> done
        }
        choice outside {
          when lit -> low
          otherwise -> high { n = 2 }
        }
        group rooms {
          on back -> inside
          choice inside { when lit -> done otherwise -> idle }
          choice same { when lit -> low { n = 0 } otherwise -> low }
          state low waits for user {
            on go -> outside
            on rest -> same
          }
          state high waits for user {
            on go -> low
          }
        }
        """

    @Test("A guard is left out where every row leads to the same place; guards of the same events are one")
    func guards() throws {
        let edges = labels(try Diagram(drawing: LoadedFlow(Self.guards)))
        #expect(edges["idle low"] == ["go", "turn [n == 1 or n == 3]"])
        #expect(edges["idle done"] == ["turn [otherwise]"])
        #expect(edges["same low"] == [])
        #expect(edges["inside done"] == ["lit"])
        let pairs = labels(try Diagram(joining: LoadedFlow(Self.guards)))
        #expect(pairs["low low"] == ["go [lit]", "rest"])
    }

    @Test("A choice stands in the group in which it is declared, or in one in it that holds all that it joins")
    func choices() throws {
        let diagram = try Diagram(drawing: LoadedFlow(Self.guards))
        let groups = Dictionary(
            uniqueKeysWithValues: diagram.nodes.map { node in (node.name, node.group.map { diagram.groups[$0].name }) })
        #expect(groups["inside"] == "rooms", "though it leads out of it alone")
        #expect(groups["outside"] == "rooms", "as it joins no state outside")
        for flow in try ShippedFlows.all() {
            let diagram = Diagram(drawing: flow)
            for (position, choice) in flow.machine.choices.enumerated() {
                let node = try #require(diagram.nodes.filter { $0.kind == .choice }.dropFirst(position).first)
                let scopes = flow.machine.scopes(from: choice.scope).map { flow.machine.scopes[$0] }
                let around = try #require(scopes.first { $0.kind != .file }?.name.text ?? flow.machine.name.text)
                var group = node.group
                while let inner = group, diagram.groups[inner].name != around { group = diagram.groups[inner].parent }
                #expect(group != nil, "\(choice.name.text) leaves \(around)")
            }
        }
    }

    @Test("A choice that a state declares stands in the group around the state")
    func choiceOfState() throws {
        let text = Self.guards.changing(
            "state low waits for user {",
            to: "state low waits for user {\n choice own { when lit -> done otherwise -> idle }\n on turn -> own")
        let diagram = try Diagram(drawing: LoadedFlow(text))
        let own = try #require(diagram.nodes.first { $0.name == "own" })
        #expect(own.group.map { diagram.groups[$0].name } == "rooms")
    }

    @Test("A long guard is cut, the events are not")
    func longGuards() throws {
        let guards = (0..<9).map { "calls != \($0 % 3)" }.joined(separator: " or ")
        let text = Self.text.changing("when calls < 2 ->", to: "when \(guards) ->")
        let edges = labels(try Diagram(drawing: LoadedFlow(text)))
        let label = try #require(edges["next slow"]?.first)
        #expect(label.count == 64 && label.hasSuffix("…"))
    }

    @Test("A timer that a state holds leads nowhere from there, though a group around it says where it leads")
    func heldTimer() throws {
        let flow = try LoadedFlow(
            """
            flow Mail version 1
            command start, submit, correct
            effect check replies right, wrong otherwise wrong within 20s
            final done success
            final failed
            final lapsed
            require done only after right
            within 20m -> lapsed
            reject other
            late other
            ignore unrecognised
            state idle waits for user { on start -> entering }
            group codeOut {
              timer expiry
              enter { set expiry 5m }
              on expiry -> failed
              state entering waits for user { on submit -> checking }
              state correcting waits for user { on correct -> entering }
              state checking {
                enter { do check }
                on right -> done
                on wrong -> correcting
                hold expiry
              }
            }
            """)
        #expect(labels(Diagram(drawing: flow))["[codeOut] failed"] == ["expiry (not in checking)"])
        #expect(labels(TableDiagram(of: flow.table).diagram)["[Mail] failed"] == ["expiry (not in idle, checking)"])
        let pairs = labels(Diagram(joining: flow))
        #expect(pairs["entering failed"] == ["expiry"] && pairs["checking failed"] == nil)
    }

    @Test("No edge of the graph of pairs has a timer that the table calls held")
    func heldTimers() throws {
        var held = 0
        for flow in try ShippedFlows.all() + [LoadedFlow(TableFlows.constructs)] {
            let pairs = Diagram(joining: flow)
            for row in TransitionTable(of: flow.machine, in: flow.source).rows where row.disposition == .hold {
                let place = try #require(pairs.nodes.firstIndex { $0.name == row.state })
                let labels = pairs.edges.filter { $0.from == .node(place) }.flatMap(\.labels)
                let events = labels.flatMap { $0.prefix { $0 != "[" }.split(whereSeparator: { " ,".contains($0) }) }
                #expect(!events.contains { $0 == row.event }, "\(flow) \(row.state)")
                held += 1
            }
        }
        #expect(held > 5)
    }

    @Test("The graph of pairs has one edge for each pair of states that a row joins, and no other")
    func pairs() throws {
        for flow in try ShippedFlows.all() + [LoadedFlow(Self.text)] {
            let lines = Diagram(joining: flow).dot.split(separator: "\n").map(String.init)
            let drawn = lines.compactMap { line -> [String]? in
                guard let match = line.firstMatch(of: #/^    "(\w+)" -> "(\w+)"/#) else { return nil }
                return [String(match.output.1), String(match.output.2)]
            }
            #expect(drawn.count == Set(drawn).count, "\(flow.table.name)")
            #expect(Set(drawn) == joinedPairs(of: flow.table), "\(flow.table.name)")
            #expect(lines.count { $0.contains(" -> ") } == drawn.count)
        }
    }

    /// Each pair of states that a row joins, from the flow's table, which knows nothing of groups.
    private func joinedPairs(of table: Table) -> Set<[String]> {
        func rows(_ next: Table.Question.Next) -> [Int] {
            switch next {
            case .row(let row): [row]
            case .question(let place): rows(table.questions[place].ifTrue) + rows(table.questions[place].ifFalse)
            }
        }
        func states(_ target: Table.Target) -> [Int] {
            switch target {
            case .state(let state): [state]
            case .choice(let choice): rows(table.choices[choice].entry).flatMap { states(table.branches[$0].target) }
            }
        }
        var pairs: Set<[String]> = []
        for state in table.states.indices {
            for event in table.events.indices {
                if case .timer(let timer) = table.events[event].origin, table.states[state].holds.contains(timer) {
                    continue
                }
                guard let cell = table.cells[state * table.events.count + event] else { continue }
                for row in rows(cell) {
                    guard case .move(let target) = table.rows[row].verdict else { continue }
                    for end in states(target) { pairs.insert([table.states[state].name, table.states[end].name]) }
                }
            }
        }
        return pairs
    }
}
