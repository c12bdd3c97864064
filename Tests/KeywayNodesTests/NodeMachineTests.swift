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
        var answers: [Asker: [NodeAnswer]] = [:]
        let run = RunID(high: 0, low: 1)

        init() {
            let (version, flow) = FlowVersion.shared(for: CodeLogin.self)
            var terms = NodeTerms()
            terms.connections = 1
            node = NodeMachine(NodeID(1), serving: [version], terms: terms)
            give(.time)
            answer()
            let start = Command(CodeLogin.Command.start.position)
            let run = NewRun(
                run: run, flow: flow, version: version, command: start, request: "start", salt: 1)
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
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                default: break
                }
            }
        }

        mutating func ask(_ command: CodeLogin.Command, id: String, asker: UInt64) {
            let input = Input.command(Command(command.position, fields: command.values, id: id))
            give(.receive(input, of: run, asker: Asker(asker)))
        }

        /// The identities of the commands that the log has, in its order.
        var commandIDs: [String] {
            (engine.blocks[run] ?? []).flatMap(\.stored.records).compactMap { record in
                if case .event(let event) = record.content { event.inputID } else { nil }
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

    @Test("Of a command that is withdrawn the log has nothing where its caller is told so, and may have it where not")
    func withdrawn() {
        var bench = Bench()
        bench.ask(.submit(number: 1), id: "sent", asker: 2)
        // They wait until the one connection is free.
        bench.ask(.submit(number: 2), id: "waiting", asker: 3)
        bench.ask(.submit(number: 3), id: "last", asker: 4)
        bench.give(.receive(.timers, of: bench.run, asker: Asker(5)))
        for asker in [2, 3, 5] as [UInt64] { bench.give(.withdraw(Asker(asker))) }
        #expect(bench.answers[Asker(2)] == [.outcomeUnknown])
        #expect(bench.answers[Asker(3)] == [.unavailable] && bench.answers[Asker(5)] == [.unavailable])
        bench.answer()
        #expect(bench.commandIDs == ["start", "sent", "last"])
        for asker in [2, 3, 4, 5] as [UInt64] { #expect(bench.answers[Asker(asker)]?.count == 1) }
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

    @Test("A run whose records the node would not have made is put off for a minute, for a node that can go on with it")
    func disagreement() {
        let (version, _) = FlowVersion.shared(for: CodeLogin.self)
        var node = NodeMachine(NodeID(1), serving: [version])
        let run = RunID(high: 0, low: 1)
        let looked = RunToLookAt(run: run, wake: Instant(milliseconds: 1_000))
        let block = SharedBlock(
            id: AppendID(node: NodeID(2), number: 1),
            records: [
                Record(run: run, leg: 0, sequence: 0, time: Instant(milliseconds: 0), content: .appEnded(.failed("")))
            ])
        var promises: [Int64?] = []
        func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: 1_000, into: &outputs)
            for case .send(let statement, let number) in outputs {
                switch statement {
                case .beat: give(.answered(number, .success(.beat(Instant(milliseconds: 1_000)))))
                case .versions: give(.answered(number, .success(.versions([]))))
                case .look: give(.answered(number, .success(.looked([looked]))))
                case .load: give(.answered(number, .success(.loaded([run: [block]]))))
                case .postpone(let postponed): promises += postponed.map(\.promise?.milliseconds)
                default: break
                }
            }
        }
        give(.time)
        #expect(promises == [61_000])
    }
}
