import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("A run whose blocks do not come in time")
struct SlowReadTests {
    private static let runs = (0..<20 as Range<UInt64>).map { RunID(high: 1, low: $0) }
    private static let slow = runs[7]

    /// Nodes over an engine that answers at once, but not where it is asked for the blocks of the slow run.
    private struct Bench {
        private static let limit: Int64 = 2_000

        var engine = MemoryEngine()
        private(set) var answers: [Asker: [NodeAnswer]] = [:]
        private(set) var now: Int64 = 1_000
        private var node: NodeMachine
        private var failures: [(due: Int64, number: UInt64)] = []
        private let flow: RunningFlow
        private let version: FlowVersion

        /// The runs have begun at another node, which is gone.
        init() throws {
            let loaded = try WaitingFlow.loaded()
            flow = RunningFlow(loaded.table)
            version = FlowVersion(of: flow, annotations: loaded.annotations)
            node = NodeMachine(NodeID(1), serving: [version])
            give(.time)
            let start = try #require(flow.table.event(named: "start"))
            for (number, run) in runs.enumerated() {
                let new = NewRun(
                    run: run, flow: flow, version: version, command: Command(start), request: "\(run)", salt: 1)
                give(.begin(new, asker: Asker(UInt64(number))))
            }
            node = NodeMachine(NodeID(2), serving: [version])
            passTime(seconds: 11)
        }

        mutating func ask(_ run: RunID, asker: UInt64) {
            let command = Command(flow.table.event(named: "ask") ?? -1, id: "\(asker)")
            give(.receive(.command(command), of: run, asker: Asker(asker)))
        }

        mutating func passTime(seconds: Int64) {
            for _ in 0..<seconds * 10 {
                now += 100
                while let first = failures.first, first.due <= now {
                    failures.removeFirst()
                    give(.answered(first.number, .failure(.unknown)))
                }
                give(.time)
            }
        }

        private mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(.load(let asked), let number) where asked.contains { $0.run == slow }:
                    failures.append((now + Self.limit, number))
                case .send(let statement, let number):
                    give(.answered(number, .success(engine.perform(statement, of: node.node, at: now))))
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                default: break
                }
            }
        }
    }

    @Test("The runs that are looked at with it go on, and it is looked at again")
    func looks() throws {
        var bench = try Bench()
        bench.passTime(seconds: 180)
        let over = Self.runs.filter { bench.engine.rows[$0]?.isOver == true }
        #expect(over == Self.runs.filter { $0 != Self.slow })
        let row = try #require(bench.engine.rows[Self.slow])
        let looks = bench.engine.looks[Self.slow]?.count ?? 0
        #expect(!row.isSetAside && row.wake != nil && looks > 2)
    }

    @Test("The runs that are asked with it answer, and whoever asks it is told that nothing has happened")
    func asked() throws {
        var bench = try Bench()
        for (number, run) in Self.runs.enumerated() { bench.ask(run, asker: 100 + UInt64(number)) }
        bench.passTime(seconds: 30)
        for (number, run) in Self.runs.enumerated() {
            let answer = NodeAnswer.decided(run, .accepted)
            #expect(bench.answers[Asker(100 + UInt64(number))] == [run == Self.slow ? .unavailable : answer])
        }
    }

    @Test("A set that is asked about in vain comes in halves, before what waits")
    func halves() {
        var queue = AskQueue<Int>()
        queue.append([8, 9])
        queue.appendHalves(of: [1, 2, 3, 4, 5])
        #expect(queue.take(64) == [1, 2, 3] && queue.take(1) == [4] && queue.popFirst() == 5)
        #expect(queue.popFirst() == 8 && !queue.isEmpty)
        queue.appendHalves(of: [7])
        #expect(queue.take(64) == [7] && queue.take(64) == [9] && queue.isEmpty && queue.take(64).isEmpty)
    }
}
