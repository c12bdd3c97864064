import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

/// Two versions of a flow over one log, as while the nodes of a service are replaced one by one.
@Suite("Versions of a flow")
struct VersionTests {
    private static let former = """
        flow Door version 1
        enum Side { left, right }
        command open(side: Side)
        command leave
        effect ring(times: int 1...3) replies answered, silent otherwise silent within 5s
        effect knock(side: Side)
        final inside success
        final outside
        within 10m -> outside
        reject other
        late other
        state before {
          on open -> ringing { do knock(side) }
          on leave -> outside
        }
        state ringing {
          enter { do ring(2) }
          on answered -> inside
          on silent -> before
        }
        """

    /// The same names at other positions, one more command, one more effect, and other deadlines.
    private static let next = """
        flow Door version 2
        enum Side { left, right }
        command call
        command leave
        command open(side: Side)
        effect shout
        effect knock(side: Side)
        effect ring(times: int 1...3) replies silent, answered otherwise silent within 9s
        final inside success
        final outside
        within 20m -> outside
        reject other
        late other
        state before {
          on open -> ringing { do knock(side) }
          on call stay { do shout }
          on leave -> outside
        }
        state ringing {
          enter { do ring(2) }
          on answered -> inside
          on silent -> before
        }
        """

    private func flow(_ text: String, _ changes: (from: String, to: String)...) throws -> RunningFlow {
        let changed = changes.reduce(text) { $0.changing($1.from, to: $1.to) }
        return RunningFlow(try LoadedFlow(changed).table)
    }

    @Test(
        "Handlers of the next version perform the effects of the former one: effects and replies are matched by name"
    )
    func effects() throws {
        let (former, next) = (try flow(Self.former), try flow(Self.next))
        let match = try #require(EffectMatch(of: former, by: next))
        for (place, effect) in former.table.effects.enumerated() {
            let order = EffectOrder(
                id: EffectOrder.ID(sequence: 1, index: 0), effect: place, arguments: [.integer(2)], attempt: 0)
            let performed = match.order(order, of: nil)
            #expect(next.table.effects[performed.effect].name == effect.name && performed.arguments == order.arguments)
        }
        for name in ["answered", "silent"] {
            let reply = try #require(next.table.event(named: name))
            #expect(match.reply(reply, of: nil) == former.table.event(named: name))
        }
        // The former version has no handler for what the next one may order.
        #expect(EffectMatch(of: next, by: former) == nil)
    }

    @Test(
        "A version with an effect, an argument or a reply that no handler has is left to other nodes",
        arguments: [
            ("effect ring(times: int 1...3)", "effect ring(times: int 1...4)"),
            ("enum Side { left, right }", "enum Side { right, left }"),
            ("replies silent, answered otherwise", "replies silent, answered, broken otherwise"),
            ("effect knock(side: Side)", "effect knock(where: Side)"), ("flow Door", "flow Gate"),
        ])
    func unfit(change: (from: String, to: String)) throws {
        let next = try flow(Self.next, change)
        #expect(EffectMatch(of: try flow(Self.former), by: next) == nil)
    }

    @Test(
        "A command of the next version is asked of a run of the former one by its name, where that has it with its fields"
    )
    func commands() throws {
        let (former, next) = (try flow(Self.former), try flow(Self.next))
        func asked(_ name: String, _ fields: [Value?] = []) throws -> String? {
            let command = Command(try #require(next.table.event(named: name)), fields: fields)
            guard case .command(let given)? = former.translated(.command(command), from: next) else { return nil }
            #expect(given.fields == fields)
            return former.table.events[given.position].name
        }
        #expect(try asked("open", [.enumCase(1)]) == "open")
        #expect(try asked("leave") == "leave")
        #expect(try asked("call") == nil)
        #expect(former.translated(.timeReached, from: next) != nil)
        #expect(former.translated(.timeReached, from: try flow(Self.next, ("flow Door", "flow Gate"))) == nil)
    }

    @Test("Where a run is can be told in the words of a version with the same states, and not of one with others")
    func reading() throws {
        let former = try flow(Self.former)
        #expect(former.canBeRead(as: try flow(Self.former, ("within 10m", "within 20m"), ("version 1", "version 2"))))
        #expect(
            !former.canBeRead(as: try flow(Self.former, ("state before", "state early"), ("-> before", "-> early")))
        )
        #expect(!former.canBeRead(as: try flow(Self.next)))
    }

    @Test("A node asks which versions the log has, goes on with those that it can, and looks at their runs")
    func survey() throws {
        func version(_ flow: RunningFlow) -> FlowVersion {
            FlowVersion(table: flow.table.canonicalBytes, annotations: [])
        }
        let (next, former) = (version(try flow(Self.next)), version(try flow(Self.former)))
        let strange = version(try flow(Self.former, ("ring(", "sound(")))
        var node = NodeMachine(NodeID(1), serving: [next])
        var asked: [[FlowVersion]] = []
        var looks: [[FlowVersion]] = []
        func give(_ input: NodeInput, at now: Int64) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for case .send(let statement, let number) in outputs {
                switch statement {
                case .beat: give(.answered(number, .success(.beat(Instant(milliseconds: now)))), at: now)
                case .versions(let known):
                    asked.append(known)
                    give(.answered(number, .success(.versions([strange, former]))), at: now)
                case .look(_, _, let served):
                    looks.append(served)
                    give(.answered(number, .success(.looked([]))), at: now)
                default: break
                }
            }
        }
        for second in 0..<12 { give(.time, at: 1_000 * Int64(second)) }
        #expect(asked == [[next], [next, former, strange]])
        #expect(looks.last == [next, former])
    }
}
