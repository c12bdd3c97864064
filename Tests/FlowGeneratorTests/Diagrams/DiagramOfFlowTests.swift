import FlowDiagram
import FlowFixtures
import FlowGenerator
import Keyway
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
        final arrived
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

    private func edges(_ diagram: Diagram) -> [String: [String]] {
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
        let edges = edges(try Diagram(drawing: LoadedFlow(Self.text)))
        #expect(edges["[riding] helpless"] == ["halted (not in fast)"])
        #expect(edges["[Lift] gone"] == ["leave (not in ground)"])
        #expect(edges["[Lift] helpless"] == ["within 9m"])
        #expect(edges["slow helpless"] == nil)
    }

    @Test("Events with one guard share a line; a choice stands between its rows and its branches; stay is not drawn")
    func labels() throws {
        let edges = edges(try Diagram(drawing: LoadedFlow(Self.text)))
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
        #expect(kinds["ground"] == .waiting)
        #expect(kinds["slow"] == .state)
        #expect(kinds["next"] == .choice)
        #expect(diagram.nodes.filter(\.isInitial).map(\.name) == ["ground"])
        #expect(
            diagram.summary
                == "The flow begins in ground. It ends in arrived (success), helpless (failure), gone.")
    }

    @Test("A long guard is cut, the events are not")
    func longGuards() throws {
        let guards = (0..<9).map { "calls != \($0 % 3)" }.joined(separator: " or ")
        let text = Self.text.replacing("when calls < 2 ->", with: "when \(guards) ->")
        let edges = edges(try Diagram(drawing: LoadedFlow(text)))
        let label = try #require(edges["next slow"]?.first)
        #expect(label.count == 64 && label.hasSuffix("…"))
    }

    @Test("The graph of pairs has one edge for each pair of states that a row joins, and no other")
    func pairs() throws {
        for flow in try ShippedFlows.all() + [LoadedFlow(Self.text)] {
            let lines = try Diagram(joining: flow).dot.split(separator: "\n").map(String.init)
            let drawn = lines.compactMap { line -> [String]? in
                guard let match = line.firstMatch(of: #/^    "(\w+)" -> "(\w+)"/#) else { return nil }
                return [String(match.output.1), String(match.output.2)]
            }
            #expect(drawn.count == Set(drawn).count, "\(flow.table.name)")
            #expect(Set(drawn) == joinedPairs(of: flow.table), "\(flow.table.name)")
            #expect(lines.count { $0.contains(" -> ") } == drawn.count)
        }
    }

    /// From the packed table, which knows nothing of groups.
    private func joinedPairs(of table: Table) -> Set<[String]> {
        func rows(_ next: Decision.Next) -> [Int] {
            switch next {
            case .row(let row): [row]
            case .decision(let place): rows(table.decisions[place].ifTrue) + rows(table.decisions[place].ifFalse)
            }
        }
        func states(_ target: Target) -> [Int] {
            switch target {
            case .state(let state): [state]
            case .choice(let choice): rows(table.choices[choice].entry).flatMap { states(table.branches[$0].target) }
            }
        }
        var pairs: Set<[String]> = []
        for state in table.states.indices {
            for event in table.events.indices {
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
