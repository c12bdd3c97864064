import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("A node whose log is slow")
struct SlowLogTests {
    private static let device = DeviceID("phone 7")
    private static let run = RunID(high: 1, low: 1)

    /// A node over an engine, each answer of which takes longer than the longest pause between two trials of an append.
    private struct Bench {
        private static let latency: Int64 = 600

        var node: NodeMachine
        var engine = MemoryEngine()
        private var now: Int64 = 1_000
        private var asked: [(due: Int64, statement: EngineStatement, number: UInt64)] = []
        var answers: [Asker: [NodeAnswer]] = [:]

        init(serving version: FlowVersion) {
            node = NodeMachine(NodeID(1), serving: [version])
            give(.time)
            passTime(milliseconds: 2_000)
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number): asked.append((now + Self.latency, statement, number))
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                default: break
                }
            }
        }

        mutating func passTime(milliseconds: Int64) {
            for _ in 0..<milliseconds / 10 {
                now += 10
                while let first = asked.first, first.due <= now {
                    asked.removeFirst()
                    let answer = engine.perform(first.statement, of: node.node, at: now - Self.latency / 2)
                    give(.answered(first.number, .success(answer)))
                }
                give(.time)
            }
        }
    }

    @Test("It decides anew where another node has changed the device, and does not send what can never win for ever")
    func changedDevice() throws {
        let loaded = try LoadedFlow(
            """
            flow Called version 1
            command greet, start
            callback ready
            effect call calls SDK.call
            source sdk = "SDK" by kind singleton { READY => ready }
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on greet stay on start -> calling }
            state calling waits for user { enter { do call } on ready -> done }
            """)
        let flow = RunningFlow(loaded.table)
        let version = FlowVersion(of: flow, annotations: loaded.annotations)
        let commands = try ["greet", "start"].map { try #require(flow.table.event(named: $0)) }
        var bench = Bench(serving: version)
        let new = NewRun(
            run: Self.run, flow: flow, version: version, on: Self.device, command: Command(commands[0]), request: "r",
            salt: 1)
        bench.give(.begin(new, asker: Asker(1)))
        bench.passTime(milliseconds: 3_000)
        let row = try #require(bench.engine.devices[Self.device])
        let change = DeviceChange(Self.device, expecting: row.version, bytes: row.bytes)
        _ = bench.engine.perform(.changeDevices([change]), of: NodeID(2), at: 0)
        bench.give(.receive(.command(Command(commands[1], id: "s")), of: Self.run, asker: Asker(2)))
        bench.passTime(milliseconds: 9_000)
        #expect(bench.answers[Asker(2)] == [.decided(Self.run, .accepted)])
        let isAtRest = bench.node.isAtRest
        #expect(isAtRest)
    }
}
