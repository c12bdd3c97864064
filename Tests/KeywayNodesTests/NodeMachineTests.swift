import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import LoginFixtures
import Testing

@Suite("A node as a value")
struct NodeMachineTests {
    /// A node over an engine in memory, which answers when the test says so.
    private struct Bench {
        var node: NodeMachine
        var engine = MemoryEngine()
        var now: Int64 = 1_000
        /// What the engine was asked and has not answered.
        var asked: [(statement: EngineStatement, number: UInt64)] = []
        var orders: [LegOrder] = []

        init() {
            let (version, flow) = FlowVersion.shared(for: CodeLogin.self)
            node = NodeMachine(NodeID(1), serving: [version])
            give(.time)
            answer()
            let start = Command(CodeLogin.Command.start.position)
            let run = NewRun(
                run: RunID(high: 0, low: 1), flow: flow, version: version, command: start, request: "start", salt: 1)
            give(.begin(run, asker: Asker(1)))
            answer()
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number): asked.append((statement, number))
                case .perform(let order, _): orders.append(order)
                default: break
                }
            }
        }

        mutating func answer() {
            while !asked.isEmpty {
                let (statement, number) = asked.removeFirst()
                give(.answered(number, .success(engine.perform(statement, of: node.node, at: now))))
            }
        }
    }

    @Test("It has drained only when the end of each order that it performs is in the log")
    func drained() throws {
        var bench = Bench()
        bench.give(.drain)
        // Its handler may not have been called yet, or be at work: nothing else is under way.
        #expect(bench.orders.map(\.effect.name) == ["send"] && bench.node.isAtRest && !bench.node.isDrained)
        let sent = try #require(CodeLogin.table.event(named: "sent"))
        bench.give(.handled(bench.orders[0], reply: NodeInput.Reply(event: sent), .returned))
        #expect(!bench.node.isDrained)
        bench.answer()
        #expect(bench.node.isDrained)
    }

    @Test("While it drains it says that it lives, and begins no look")
    func looks() {
        func kinds(draining: Bool) -> (beats: Int, looks: Int) {
            var bench = Bench()
            if draining { bench.give(.drain) }
            var kinds = (beats: 0, looks: 0)
            for _ in 0..<100 {
                bench.now += 100
                bench.give(.time)
                for (statement, _) in bench.asked {
                    switch statement {
                    case .beat: kinds.beats += 1
                    case .look: kinds.looks += 1
                    default: break
                    }
                }
                bench.answer()
            }
            return kinds
        }
        let (running, draining) = (kinds(draining: false), kinds(draining: true))
        #expect(running.looks > 5 && draining.looks == 0)
        #expect(draining.beats == running.beats && draining.beats > 2)
    }
}
