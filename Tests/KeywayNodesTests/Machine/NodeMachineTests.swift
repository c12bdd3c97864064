import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator
import KeywayRuns
import LoginFixtures
import Testing

@Suite("A node as a value")
struct NodeMachineTests {
    /// A node over an engine in memory that answers when a test says so.
    private struct Bench {
        var node: NodeMachine
        var engine = MemoryEngine()
        var now: Int64 = 1_000
        /// The statements that the engine has not answered.
        var asked: [(statement: EngineStatement, number: UInt64)] = []
        var orders: [LegOrder] = []
        var answers: [Asker: [NodeAnswer]] = [:]
        /// The runs whose handlers are to be let go of.
        var letGo: [RunID] = []
        /// Observed runs of which a change was told.
        var changed: [RunID] = []
        /// Observed runs of which nothing more can be told, with the reason.
        var lost: [RunID: NodeAnswer] = [:]
        let run = RunID(high: 0, low: 1)
        /// A run that has not begun.
        let other = RunID(high: 0, low: 2)

        /// - Parameter greatestCache: how many runs the node keeps in memory when nothing is to be done for them.
        init(keeping greatestCache: Int = 10_000) {
            node = Self.makeNode(1, keeping: greatestCache)
            give(.time)
            answer()
            begin(run, request: "start", asker: 1)
            answer()
        }

        private static func makeNode(_ number: UInt64, keeping greatestCache: Int = 10_000) -> NodeMachine {
            var terms = NodeTerms()
            (terms.connections, terms.greatestCache) = (1, greatestCache)
            return NodeMachine(
                NodeID(number), serving: [FlowVersion.shared(for: CodeLogin.self).version], terms: terms)
        }

        /// Goes on with another node, which has no run in memory.
        mutating func exchangeNode() {
            node = Self.makeNode(2)
            give(.time)
            answer()
        }

        mutating func begin(
            _ run: RunID, with command: Int = CodeLogin.Command.start.position, request: String, asker: UInt64
        ) {
            let (version, flow) = FlowVersion.shared(for: CodeLogin.self)
            let new = NewRun(
                run: run, flow: flow, version: version, command: Command(command), request: request, salt: 1)
            give(.begin(new, asker: Asker(asker)))
        }

        mutating func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: now, into: &outputs)
            for output in outputs {
                switch output {
                case .send(let statement, let number): asked.append((statement, number))
                case .perform(let order, _): orders.append(order)
                case .answer(let asker, let answer): answers[asker, default: []].append(answer)
                case .letGo(let run): letGo.append(run)
                case .changed(let run): changed.append(run)
                case .lost(let run, let reason): lost[run] = reason
                default: break
                }
            }
        }

        /// - Parameter run: that is asked; nil asks the run that has begun.
        mutating func ask(_ command: CodeLogin.Command, of run: RunID? = nil, id: String, asker: UInt64) {
            let input = Input.command(Command(command.position, fields: command.values, id: id))
            give(.receive(input, of: run ?? self.run, asker: Asker(asker)))
        }

        /// The identities of the commands that the log has, in its order.
        var commandIDs: [String] {
            (engine.blocks[run] ?? []).flatMap(\.stored.records).compactMap { record in
                if case .event(let event) = record.content { event.inputID } else { nil }
            }
        }

        mutating func answer() {
            while !asked.isEmpty { answerFirst() }
        }

        /// The engine answers what it was asked first.
        mutating func answerFirst() {
            let (statement, number) = asked.removeFirst()
            give(.answered(number, .success(engine.perform(statement, of: node.node, at: now))))
        }
    }

    @Test("It has drained only when the end of each order that it performs is in the log")
    func drained() throws {
        var bench = Bench()
        bench.give(.drain)
        // The handler of `send` may not have been called yet, or be at work. Nothing else is under way.
        #expect(bench.orders.map(\.effect.name) == ["send"] && bench.node.isAtRest && !bench.node.isDrained)
        let sent = try #require(CodeLogin.table.event(named: "sent"))
        bench.give(.handled(bench.orders[0], reply: NodeInput.Reply(event: sent), .returned))
        #expect(!bench.node.isDrained)
        bench.answer()
        #expect(bench.node.isDrained)
    }

    @Test("The handlers of a run are kept while it waits, and let go when it is over, forgotten, or another node's")
    func letGo() throws {
        let sent = try #require(CodeLogin.table.event(named: "sent"))
        func waiting(keeping greatestCache: Int = 10_000) -> Bench {
            var bench = Bench(keeping: greatestCache)
            bench.give(.handled(bench.orders[0], reply: NodeInput.Reply(event: sent), .returned))
            bench.answer()
            #expect(bench.letGo.isEmpty && bench.node.keepsHandlers(of: bench.run))
            return bench
        }
        var over = waiting()
        over.ask(.cancel, id: "cancel", asker: 2)
        over.answer()
        #expect(over.letGo == [over.run] && !over.node.keepsHandlers(of: over.run))
        var forgetful = waiting(keeping: 1)
        forgetful.begin(forgetful.other, request: "other", asker: 2)
        #expect(forgetful.letGo == [forgetful.run])
        var shared = waiting()
        let first = shared.node
        shared.exchangeNode()
        shared.ask(.submit(number: 1), id: "submit", asker: 2)
        shared.answer()
        #expect(shared.letGo.isEmpty && shared.node.keepsHandlers(of: shared.run))
        shared.node = first
        shared.give(.receive(.timeReached, of: shared.run, asker: Asker(3)))
        shared.answer()
        #expect(shared.letGo == [shared.run] && !shared.node.keepsHandlers(of: shared.run))
    }

    @Test("Of a command that is withdrawn the log has nothing where its caller is told so, and may have it where not")
    func withdrawn() {
        var bench = Bench()
        bench.ask(.submit(number: 1), id: "sent", asker: 2)
        // The next commands wait until the one connection is free.
        bench.ask(.submit(number: 2), id: "waiting", asker: 3)
        bench.ask(.submit(number: 3), id: "last", asker: 4)
        bench.give(.receive(.timeReached, of: bench.run, asker: Asker(5)))
        for asker in [2, 3, 5] as [UInt64] { bench.give(.withdraw(Asker(asker))) }
        #expect(bench.answers[Asker(2)] == [.outcomeUnknown])
        #expect(bench.answers[Asker(3)] == [.unavailable] && bench.answers[Asker(5)] == [.unavailable])
        bench.answer()
        #expect(bench.commandIDs == ["start", "sent", "last"])
        for asker in [2, 3, 4, 5] as [UInt64] { #expect(bench.answers[Asker(asker)]?.count == 1) }
    }

    @Test("A command that is withdrawn in time does not reach the log, whatever identity its run has")
    func withdrawnOfAnyRun() {
        var bench = Bench()
        let run = RunID(high: 0, low: 0)
        bench.begin(run, request: "zero", asker: 2)
        bench.answer()
        // This command keeps the one connection busy.
        bench.ask(.submit(number: 1), id: "busy", asker: 3)
        bench.ask(.cancel, of: run, id: "cancel", asker: 4)
        bench.give(.withdraw(Asker(4)))
        #expect(bench.answers[Asker(4)] == [.unavailable])
        let end = bench.engine.rows[run]?.next
        bench.answer()
        #expect(bench.engine.rows[run]?.next == end)
    }

    @Test("Where the request by which a run was to begin is withdrawn, the run begins by the next request that waits")
    func nextRequest() {
        var bench = Bench()
        // This command keeps the one connection busy.
        bench.ask(.submit(number: 1), id: "busy", asker: 2)
        for asker in [3, 4, 5] as [UInt64] { bench.begin(bench.other, request: "other", asker: asker) }
        bench.ask(.submit(number: 2), of: bench.other, id: "submit", asker: 6)
        for asker in [3, 4] as [UInt64] {
            bench.give(.withdraw(Asker(asker)))
            #expect(bench.answers[Asker(asker)] == [.unavailable])
        }
        bench.answer()
        #expect(bench.answers[Asker(5)] == [.decided(bench.other, .accepted)])
        #expect(bench.answers[Asker(6)]?.count == 1 && bench.engine.rows[bench.other] != nil)
        #expect(bench.node.isAtRest)
    }

    @Test("Where a flow refuses the command by which a run was to begin, the run begins by the next request that waits")
    func refusedRequest() {
        var bench = Bench()
        bench.ask(.submit(number: 1), id: "busy", asker: 2)
        bench.begin(bench.other, with: 99, request: "wrong", asker: 3)
        bench.begin(bench.other, request: "right", asker: 4)
        bench.answer()
        #expect(bench.answers[Asker(3)] == [.refused(.noSuchCommand(99))])
        #expect(bench.answers[Asker(4)] == [.decided(bench.other, .accepted)])
        #expect(bench.node.isAtRest)
    }

    @Test(
        "Whoever asks or observes a run that does not begin, since its request is withdrawn or refused, is told",
        arguments: [false, true])
    func noRequest(isRefused: Bool) {
        var bench = Bench()
        bench.ask(.submit(number: 1), id: "busy", asker: 2)
        bench.begin(
            bench.other, with: isRefused ? 99 : CodeLogin.Command.start.position, request: "other", asker: 3)
        bench.ask(.submit(number: 2), of: bench.other, id: "submit", asker: 4)
        bench.give(.observe(bench.other))
        if !isRefused { bench.give(.withdraw(Asker(3))) }
        bench.answer()
        #expect(bench.answers[Asker(3)] == [isRefused ? .refused(.noSuchCommand(99)) : .unavailable])
        #expect(bench.answers[Asker(4)] == [.noSuchRun] && bench.lost == [bench.other: .noSuchRun])
        #expect(bench.node.isAtRest)
    }

    @Test("What waits for a run whose request another run began by goes there with its asker")
    func moved() {
        var bench = Bench()
        bench.begin(bench.other, request: "start", asker: 2)
        bench.ask(.submit(number: 1), of: bench.other, id: "moved", asker: 3)
        bench.give(.observe(bench.other))
        // Three answers: the append has not won, the log has no such run, and the request is that of the first run.
        for _ in 0..<3 { bench.answerFirst() }
        guard case .append(let appends)? = bench.asked.first?.statement else {
            Issue.record("\(bench.asked)")
            return
        }
        #expect(appends.map(\.run) == [bench.run] && bench.lost == [bench.other: .noSuchRun])
        bench.give(.withdraw(Asker(3)))
        #expect(bench.answers[Asker(3)] == [.outcomeUnknown])
        bench.answer()
        #expect(bench.answers[Asker(2)] == [.decided(bench.run, .accepted)])
        #expect(bench.commandIDs == ["start", "moved"])
    }

    @Test("A run that is being read, since somebody asked for it, begins where the log does not have it")
    func readFirst() {
        for isObserved in [true, false] {
            var bench = Bench()
            bench.give(isObserved ? .observe(bench.other) : .receive(.timeReached, of: bench.other, asker: nil))
            bench.begin(bench.other, request: "other", asker: 2)
            bench.answer()
            #expect(bench.answers[Asker(2)] == [.decided(bench.other, .accepted)])
            #expect(bench.changed.contains(bench.other) == isObserved && bench.lost.isEmpty)
        }
    }

    @Test("A run that has begun at another node gives its first answer, whether it is read first or not")
    func begunElsewhere() {
        for isReadFirst in [true, false] {
            var bench = Bench()
            bench.exchangeNode()
            if isReadFirst { bench.give(.observe(bench.run)) }
            bench.begin(bench.run, request: "start", asker: 2)
            if !isReadFirst { bench.give(.observe(bench.run)) }
            bench.answer()
            #expect(bench.answers[Asker(2)] == [.decided(bench.run, .accepted)])
            #expect(bench.commandIDs == ["start"])
            // The run is still observed.
            bench.changed = []
            bench.ask(.cancel, id: "cancel", asker: 3)
            bench.answer()
            #expect(bench.changed == [bench.run])
        }
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

    @Test("An order that brings down each node that performs it ends as interrupted, and its run is not set aside")
    func deadly() throws {
        let loaded = try LoadedFlow(
            """
            flow Deadly version 1
            command start
            effect strike
            final done
            within 20m -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> struck { do strike } }
            state struck waits for user { on start stay }
            """)
        let flow = RunningFlow(loaded.table)
        let version = FlowVersion(of: flow, annotations: loaded.annotations)
        let run = RunID(high: 0, low: 1)
        // All nodes have lived for long when the first one dies, so that each may call the others dead.
        var living = (1...8).map { NodeMachine(NodeID($0), serving: [version]) }
        var engine = MemoryEngine()
        var deaths = 0
        func give(_ input: NodeInput, to place: Int, at now: Int64) {
            var inputs = [input]
            while !inputs.isEmpty {
                var outputs: [NodeOutput] = []
                _ = living[place].receive(inputs.removeFirst(), at: now, into: &outputs)
                for output in outputs {
                    switch output {
                    case .send(let statement, let number):
                        let answer = engine.perform(statement, of: living[place].node, at: now)
                        inputs.append(.answered(number, .success(answer)))
                    case .perform:
                        deaths += 1
                        living.remove(at: place)
                        return
                    default: break
                    }
                }
            }
        }
        for now in stride(from: 1_000, to: 600_000, by: 100) as StrideTo<Int64> {
            for place in living.indices.reversed() { give(.time, to: place, at: now) }
            guard now == 30_000 else { continue }
            let start = try #require(flow.table.event(named: "start"))
            let new = NewRun(run: run, flow: flow, version: version, command: Command(start), request: "start", salt: 1)
            give(.begin(new, asker: Asker(1)), to: 0, at: now)
        }
        let closings = (engine.blocks[run] ?? []).flatMap(\.stored.records).compactMap { record in
            if case .closed(_, let closing) = record.content { closing } else { nil }
        }
        #expect(closings == [.interrupted] && engine.rows[run]?.isSetAside == false)
        #expect(deaths == EngineStatement.greatestLooks)
    }

    @Test("A run with a block of a newer version is set aside as that, and whoever asks it is told, and not of damage")
    func newer() {
        var node = NodeMachine(NodeID(1), serving: [FlowVersion.shared(for: CodeLogin.self).version])
        let run = RunID(high: 0, low: 1)
        let block = SharedBlock(
            id: AppendID(node: NodeID(2), number: 1), records: [],
            fault: SharedBlock.Fault(first: 4, reason: .newer("a kind of record")))
        var answers: [NodeAnswer] = []
        var setAside: [UnfoldedRun] = []
        func give(_ input: NodeInput) {
            var outputs: [NodeOutput] = []
            _ = node.receive(input, at: 1_000, into: &outputs)
            for output in outputs {
                switch output {
                case .send(.beat, let number):
                    give(.answered(number, .success(.beat(Instant(milliseconds: 1_000)))))
                case .send(.load, let number): give(.answered(number, .success(.loaded([run: [block]]))))
                case .answer(_, let answer): answers.append(answer)
                case .setAside(_, let reason): setAside.append(reason)
                default: break
                }
            }
        }
        give(.time)
        give(.receive(.timeReached, of: run, asker: Asker(1)))
        #expect(answers == [.newer(sequence: 4)] && setAside == [.newer(sequence: 4)])
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
