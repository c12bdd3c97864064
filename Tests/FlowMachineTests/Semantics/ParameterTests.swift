import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Semantics 34: parameters")
struct ParameterTests {
    static let door = """
        flow Door version 1
        enum Side { left, right }
        param tries: int 1...5 = 3
        param side: Side = right
        param patience: duration 5s...60s = 15s
        param session: duration 1m...30m = 10m
        context { left: int 0...5 = tries, knocks: int 0...9 = 0 }
        command knock, cancel
        effect open(side: Side)
        final opened
        final shut
        within session -> shut
        on cancel -> shut
        state closed waits for user {
          on knock when left > 1 -> waiting { left -= 1 }
          on knock otherwise -> shut
        }
        state waiting {
          after patience -> closed
          on knock when tries > 4 -> opened { do open(side) }
          reject knock otherwise
        }
        """

    /// A run that begins with the chosen values, by the names of their parameters; the interpreter and the table must begin it alike.
    private func begun(_ flow: LoadedFlow, _ chosen: [String: Value]) throws -> RunState {
        var parameters: [Int: Value] = [:]
        for (name, value) in chosen { parameters[try #require(flow.table.parameter(named: name)).position] = value }
        let now = Instant(milliseconds: 1000)
        let begun = flow.table.beginning(at: now, sequence: 0, parameters: parameters)
        #expect(begun == flow.interpreter.beginning(at: now, sequence: 0, parameters: parameters))
        return begun.run
    }

    private func timers(of run: RunState, in flow: LoadedFlow) -> [String] {
        run.timers.map { "\(flow.table.timers[$0.timer].name)@\($0.deadline.milliseconds)" }
    }

    @Test("A run for which nobody chooses has what the spec says")
    func defaults() throws {
        let flow = try LoadedFlow(Self.door)
        let run = try begun(flow, [:])
        #expect(
            run.values == [
                .integer(3), .enumCase(1), .duration(15_000), .duration(600_000), .integer(3), .integer(0),
            ])
        #expect(timers(of: run, in: flow) == ["within session@601000"])
    }

    @Test("What is chosen is a value of the run, begins other variables, and is how long its deadlines run")
    func chosen() throws {
        let flow = try LoadedFlow(Self.door)
        var run = try begun(
            flow, ["tries": .integer(5), "patience": .duration(60_000), "session": .duration(60_000)])
        #expect(run.values[0] == .integer(5) && run.values[4] == .integer(5))
        #expect(timers(of: run, in: flow) == ["within session@61000"])
        let knock = try #require(flow.table.event(named: "knock"))
        var reference = run
        for sequence: UInt64 in 1...2 {
            let now = Instant(milliseconds: 1000 + Int64(sequence))
            let step = flow.table.reduce(&run, Event(knock), at: now, sequence: sequence)
            #expect(step == flow.interpreter.step(&reference, Event(knock), at: now, sequence: sequence))
            #expect(run == reference)
            if sequence == 1 { #expect(timers(of: run, in: flow).last == "after patience@61001") }
            if sequence == 2 { #expect(step.orders.map(\.arguments) == [[.enumCase(1)]]) }
        }
        #expect(flow.table.states[run.state].name == "opened")
    }

    @Test("The bytes of a table have its parameters, and a table without any has the bytes that it had before")
    func bytes() throws {
        let table = try LoadedFlow(Self.door).table
        #expect(try Table(canonicalBytes: table.canonicalBytes) == table)
        #expect(table.canonicalBytes.first == 4)
        let other = try LoadedFlow(Self.door.changing("= 15s", to: "= 16s")).table
        #expect(other.canonicalBytes != table.canonicalBytes, "another default is another version")
        let plain = try LoadedFlow(
            """
            flow Plain version 1
            command go
            final done
            within 20m -> done
            reject other
            late other
            state closed waits for user { on go -> done }
            """
        ).table
        #expect(plain.canonicalBytes.first == 1)
    }

    @Test("A parent chooses for its sub-flow: a constant, or what was chosen for itself")
    func children() throws {
        let flow = try LoadedFlow(
            """
            flow House version 1
            param patience: duration 10s...20s = 10s
            command go, cancel
            final inside
            final outside
            within 1h -> outside
            on cancel -> outside
            state street waits for user { on go -> atDoor }
            state atDoor {
              child door = Door(patience: patience, tries: 2)
              enter { run door.knock }
              on door.opened -> inside
              on door.shut -> outside
              reject go
            }
            """, among: ["Door": Self.door])
        #expect(try Table(canonicalBytes: flow.table.canonicalBytes) == flow.table)
        let embedded = try Table(embeddedBytes: flow.table.embeddedBytes, children: flow.table.children.map(\.table))
        #expect(embedded == flow.table)
        let chosen = [try #require(flow.table.parameter(named: "patience")).position: Value.duration(20_000)]
        var tree = LegTree.beginning(RunningFlow(flow.table), choosing: chosen, at: Instant(milliseconds: 0)).tree
        let go = Event(try #require(flow.table.event(named: "go")))
        _ = tree.decide(go, in: 0, at: Instant(milliseconds: 5), sequence: 1)
        var sequence: UInt64 = 2
        while tree.decideOwed(at: Instant(milliseconds: 5), sequence: sequence) != nil { sequence += 1 }
        let leg = try #require(tree.legs.last).run
        #expect(leg.values[0] == .integer(2) && leg.values[2] == .duration(20_000) && leg.values[4] == .integer(1))
        #expect(leg.timers.map(\.deadline.milliseconds).contains(20_005))
    }
}
