import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import LoginFixtures
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

/// What an app sees of runs that any node may go on with.
@Suite("A run that nodes share", .timeLimit(.minutes(20)))
struct SharedRunTests {
    private let house = SharedHouse()

    @Test("Whoever observes a run at one node sees what another node makes of it, and the end")
    func situations() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run
            try await nodes[0].wait(for: .awaiting, of: run.id)
            let seen = Task {
                var states: [CodeLogin.State] = []
                for try await situation in nodes[1].run(run.id, of: CodeLogin.self).situations {
                    states.append(situation.state)
                    // The next command is sent only once this situation is seen, so that the observer cannot come too late for it.
                    if situation.state == .awaiting {
                        #expect(!situation.deadlines.isEmpty && situation.event == nil)
                        #expect(try await run.send(.submit(number: 3), id: "submit") == .accepted)
                    }
                }
                return states
            }
            let states = try await seen.value
            #expect(states.first == .awaiting && states.last == .done && states.count <= 3)
            // After the end an observer is told the final state, and then nothing.
            var after: [CodeLogin.State] = []
            for try await situation in run.situations { after.append(situation.state) }
            #expect(after == [.done])
        }
    }

    @Test("A deadline is as far from the node's present as its timer has left, by the clock of the log")
    func present() async throws {
        let node = try house.makeNode()
        #expect(node.now == nil)
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            try await node.wait(for: .awaiting, of: run.id)
            let deadline = try #require(try await run.situation.deadlines.values.min())
            // Of two minutes; the node's present is a little behind the log's, and the test may be slow.
            let left = deadline.milliseconds - (try #require(node.now)).milliseconds
            #expect((1...150_000).contains(left))
        }
    }

    @Test("An observer of no existing run, another flow's run, or one at an ended node hears why nothing comes")
    func ends() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        let observed = Lock<RunID?>(nil)
        try await withRunning(nodes) {
            let nobody = nodes[0].run(RunID(high: 1, low: 1), of: CodeLogin.self)
            await #expect(throws: NodeError.noSuchRun) { for try await _ in nobody.situations {} }
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run
            observed.withLock { $0 = run.id }
            let other = nodes[0].run(run.id, of: AccountDeletion.self)
            await #expect(throws: NodeError.otherFlow("CodeLogin")) { for try await _ in other.situations {} }
            await #expect(throws: NodeError.otherFlow("CodeLogin")) { _ = try await other.situation }
            // The run's flow has another command at the same position, so that this one must not come to the run.
            await #expect(throws: NodeError.otherFlow("CodeLogin")) { try await other.send(.cancel, id: "cancel") }
            await #expect(throws: NodeError.otherFlow("CodeLogin")) {
                try await nodes[1].run(run.id, of: AccountDeletion.self).send(.cancel, id: "cancel")
            }
            try await nodes[1].wait(for: .awaiting, of: run.id)
            #expect(try await house.records(of: run.id).count == 3)
        }
        let id = try #require(observed.withLock { $0 })
        let late = nodes[0].run(id, of: CodeLogin.self)
        await #expect(throws: NodeError.unavailable) { for try await _ in late.situations {} }
    }

    @Test("An observer of a run whose node is ending hears that")
    func nodeEnds() async throws {
        let node = try house.makeNode()
        let stream = Lock<AsyncThrowingStream<Run<CodeLogin>.Situation, any Error>?>(nil)
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            try await node.wait(for: .awaiting, of: run.id)
            stream.withLock { $0 = run.situations }
        }
        let left = try #require(stream.withLock { $0 })
        await #expect(throws: NodeError.unavailable) { for try await _ in left {} }
    }

    /// A log that counts how often it is asked whether runs have gone on.
    private final class CountingLog: SharedLogEngine {
        private let log = MemorySharedLog()
        private let count = Lock(0)

        var questions: Int { count.withLock { $0 } }
        var durability: Durability { log.durability }
        var lastFault: StorageFault? { log.lastFault }

        func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
            if case .continued = statement { count.withLock { $0 += 1 } }
            return try await log.perform(statement, for: node)
        }

        /// Whether in the end nobody asks any more: a node asks fifty times in a second for a run that somebody observes.
        func becomesQuiet() async throws -> Bool {
            try await eventually {
                let before = questions
                try await Task.sleep(for: .milliseconds(300))
                return questions == before
            }
        }
    }

    @Test("An observer that leaves is forgotten: its node no longer asks whether the run has gone on")
    func leaving() async throws {
        let log = CountingLog()
        let node = try SharedHouse(over: SharedLog(log)).makeNode()
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            try await node.wait(for: .awaiting, of: run.id)
            for try await situation in run.situations where situation.state == .awaiting {
                let before = log.questions
                #expect(try await eventually { log.questions > before + 10 })
                break
            }
            #expect(try await log.becomesQuiet())
        }
    }

    @Test("Observers who come at the very end are told the last state and the end, and then nobody asks for the run")
    func late() async throws {
        let log = CountingLog()
        let node = try SharedHouse(over: SharedLog(log)).makeNode()
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            try await node.wait(for: .awaiting, of: run.id)
            #expect(try await run.send(.submit(number: 3), id: "submit") == .accepted)
            try await node.wait(for: .done, of: run.id)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<500 {
                            var states: [CodeLogin.State] = []
                            for try await situation in run.situations { states.append(situation.state) }
                            #expect(states == [.done])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await log.becomesQuiet())
        }
    }

    @Test("A start with the identity by which another flow was begun begins nothing, and its error names that flow")
    func sameIdentity() async throws {
        let node = try house.makeNode(keys: TestKeys())
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "one").run
            await #expect(throws: NodeError.otherFlow("CodeLogin")) {
                _ = try await node.start(.start(phone: "9876543210"), of: PhoneCheck.self, id: "one")
            }
            #expect(try await node.start(.start, of: CodeLogin.self, id: "one").run.id == run.id)
        }
    }

    @Test("Runs that go on are found by their reference at any node, the newest first, and handlers are made with it")
    func references() async throws {
        let nodes = [try house.makeNode(), try house.makeNode()]
        try await withRunning(nodes) {
            var runs: [RunID] = []
            for (number, reference) in ["order 7", "order 8", "order 7"].enumerated() {
                runs.append(
                    try await nodes[0].start(.start, of: CodeLogin.self, reference: reference, id: "\(number)").run.id)
            }
            let found = try await nodes[1].runs(of: CodeLogin.self, reference: "order 7")
            #expect(found.map(\.id) == [runs[2], runs[0]])
            for run in runs { try await nodes[1].wait(for: .awaiting, of: run) }
            #expect(house.performed.compactMap(\.reference).sorted() == ["order 7", "order 7", "order 8"])
            #expect(try await found[0].send(.submit(number: 3), id: "submit") == .accepted)
            try await nodes[1].wait(for: .done, of: runs[2])
            #expect(house.performed.last?.effect == "check" && house.performed.last?.reference == "order 7")
            #expect(try await nodes[1].runs(of: CodeLogin.self, reference: "order 7").map(\.id) == [runs[0]])
            #expect(try await nodes[1].runs(of: CodeLogin.self, reference: "order").isEmpty)
        }
        await #expect(throws: NodeError.unavailable) { _ = try await nodes[0].runs(of: CodeLogin.self, reference: "x") }
    }

    @Test("A tracer is told of each record that its node appends, and of each handler that it calls; counts add up")
    func traced() async throws {
        let tracers = [TracerNotes(), TracerNotes()]
        struct Lost: Error, CustomStringConvertible { let description = "lost" }
        let nodes = [
            try house.makeNode(tracer: tracers[0]),
            try house.makeNode(tracer: tracers[1]) { _ in throw Lost() },
        ]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(.start, of: CodeLogin.self, id: "start").run
            try await nodes[1].wait(for: .awaiting, of: run.id)
            #expect(
                try await nodes[1].run(run.id, of: CodeLogin.self).send(.submit(number: 3), id: "submit") == .accepted)
            let records = try await eventually { () -> [Record]? in
                let records = try await house.records(of: run.id)
                let isTold = records.count == tracers.flatMap(\.told.records).count
                return isTold && tracers[1].told.performed.count == 1 ? records : nil
            }
            let told = tracers.flatMap(\.told.records).sorted { $0.sequence < $1.sequence }
            #expect(told == records)
            #expect(tracers.allSatisfy { !$0.told.records.isEmpty })
            #expect(tracers.map(\.told.performed) == [["send"], ["check: lost"]])
            let counts = nodes.map(\.counts)
            #expect(counts.map(\.appends).reduce(0, +) >= 3 && counts.allSatisfy { $0.appendStatements >= 1 })
            #expect(counts.allSatisfy { $0.takenOver == 0 && $0.failedStatements == 0 })
        }
    }
}
