import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import KeywayTesting
import LoginFixtures
import Testing

@testable import KeywayOrchestrator

@Suite("Nodes that share a log and a key store")
struct NodeKeyTests {
    private static let phone = "canary-4917012345"
    private static let start = PhoneCheck.Command.start(phone: phone)

    private let house = SharedHouse()
    private let keys = TestKeys()

    private func waitUntilAwaiting(at node: Node, _ run: RunID) async throws {
        try await eventually {
            try await node.run(run, of: PhoneCheck.self).situation.state == .awaiting ? true : nil
        }
    }

    @Test("A value that one node took is with every node, in no log in clear, and its key is erased at the run's end")
    func everywhere() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: keys)]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[1], run)
            #expect(keys.runs == [run])
            #expect(
                try await nodes[1].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit") == .accepted)
            try await eventually {
                try await nodes[1].run(run, of: PhoneCheck.self).situation.state == .done ? true : nil
            }
            #expect(house.performed.map(\.phone) == [Self.phone, Self.phone])
            #expect(house.performed.map(\.node) == [0, 1])
            let records = try await house.records(of: run)
            #expect(records.hasSealedValues)
            let bytes = records.flatMap(\.codedBytes)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("canary"))
            try await eventually { keys.runs.isEmpty ? true : nil }
        }
    }

    @Test("A key that its node did not erase is erased by the next node that reads the end of the run")
    func leftBehind() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: keys)]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[0], run)
            keys.fail(.outage)
            #expect(
                try await nodes[0].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit") == .accepted)
            try await eventually { nodes[0].unerasedKeys[run] == nil ? nil : true }
            keys.fail(nil)
            #expect(keys.runs == [run])
            let state = try await nodes[1].run(run, of: PhoneCheck.self).situation.state
            #expect(state == .done)
            try await eventually { keys.runs.isEmpty ? true : nil }
        }
    }

    @Test("Where the key of a run that has ended is gone, whoever reads the run asks the store to erase nothing")
    func readAgain() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: keys)]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[0], run)
            #expect(
                try await nodes[0].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit") == .accepted)
            try await eventually { keys.runs.isEmpty ? true : nil }
            let erasures = keys.erasures
            #expect(try await nodes[1].run(run, of: PhoneCheck.self).situation.state == .done)
            #expect(keys.erasures == erasures)
        }
    }

    @Test("What a node was performing when it was gone is performed by another with the same value")
    func takenOver() async throws {
        let nodes = [
            try house.makeNode(
                lease: 1_500, keys: keys,
                calling: {
                    while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
                    return .busy
                }),
            try house.makeNode(lease: 1_500, keys: keys),
        ]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await eventually { house.performed.isEmpty ? nil : true }
            house.cutOff(0)
            try await waitUntilAwaiting(at: nodes[1], run)
            #expect(house.performed.map(\.phone) == [Self.phone, Self.phone])
        }
    }

    @Test(
        "A run whose key is not to be had, or is another's, is refused for its key, and other runs go on",
        arguments: [TestKeys.Fault.outage, .exchange])
    func locked(fault: TestKeys.Fault) async throws {
        let others = TestKeys()
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: others)]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[0], run)
            others.fail(fault)
            do throws(NodeError) {
                let answer = try await nodes[1].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit")
                Issue.record("a run without its key has gone on: \(answer)")
            } catch {
                if case .key = error {} else { Issue.record("\(error)") }
            }
            #expect(Array(nodes[1].setAside.keys) == [run])
            // Another run, of which nothing is encrypted, goes on at both.
            let other = try await nodes[1].start(.start, of: CodeLogin.self, id: "other").run.id
            try await nodes[0].wait(for: .awaiting, of: other)
            // The node that has the key goes on.
            let answer = try await nodes[0].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit")
            #expect(answer == .accepted)
        }
    }

    @Test("Whoever observes a run from a node that lacks its key is told of the run when the key is there")
    func observed() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: keys)]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[0], run)
            keys.fail(.outage)
            let told = Task { () -> PhoneCheck.State? in
                for try await situation in nodes[1].run(run, of: PhoneCheck.self).situations { return situation.state }
                return nil
            }
            // The node has tried to read the run twice at least.
            try await eventually { nodes[1].counts.setAside < 2 ? nil : true }
            // Whoever asks meanwhile is told why, and the observer still waits.
            do throws(NodeError) {
                _ = try await nodes[1].run(run, of: PhoneCheck.self).situation
                Issue.record("the situation of a run is given without its key")
            } catch {
                if case .key = error {} else { Issue.record("\(error)") }
            }
            keys.fail(nil)
            #expect(try await told.value == .awaiting)
        }
    }

    @Test("A key that cannot be made lets nothing begin, and the same request begins once it can")
    func unmade() async throws {
        let node = try house.makeNode(keys: keys)
        try await withRunning([node]) {
            keys.fail(.outage)
            do throws(NodeError) {
                _ = try await node.start(Self.start, of: PhoneCheck.self, id: "start")
                Issue.record("a run without a key has begun")
            } catch {
                if case .key(.unavailable) = error {} else { Issue.record("\(error)") }
            }
            #expect(house.performed.isEmpty)
            keys.fail(nil)
            let run = try await node.start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: node, run)
        }
    }

    @Test("An order whose value is gone with its key ends by its otherwise")
    func erased() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: TestKeys())]
        try await withRunning(nodes) {
            let run = try await nodes[0].start(Self.start, of: PhoneCheck.self, id: "start").run.id
            try await waitUntilAwaiting(at: nodes[0], run)
            // The second node's store has no key of the run, as after erasing.
            #expect(
                try await nodes[1].run(run, of: PhoneCheck.self).send(.submit(code: "1234"), id: "submit") == .accepted)
            try await waitUntilAwaiting(at: nodes[1], run)
            #expect(house.performed.map(\.effect) == ["call"])
            let ends = try await house.records(of: run).compactMap(\.event?.cause)
            #expect(ends == [.asked, .replied, .asked, .valueGone])
        }
    }

    @Test("A node that makes a run's key once more, for it did not hear that it was made, gets the key that is there")
    func madeTwice() async throws {
        let run = RunID(high: 1, low: 2)
        let made = try await keys.makeKey(for: run)
        let found = await NodeKeys(in: keys, atMost: 1, tracer: nil).sealers(of: [(run: run, isNew: true)])
        guard case .success(_?)? = found[run] else {
            Issue.record("\(found)")
            return
        }
        let kept = try await keys.key(of: run)
        #expect(try kept?.open(made.seal([1, 2, 3], boundTo: [4]), boundTo: [4]) == [1, 2, 3])
    }

    /// A store that answers nobody, and notes how often a question was cancelled.
    private final class SilentStore: KeyStore {
        let cancelled = Lock(0)

        func makeKey(for run: RunID) async throws -> any RunKey {
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
            cancelled.withLock { $0 += 1 }
            throw CancellationError()
        }

        func key(of run: RunID) async throws -> (any RunKey)? { nil }
        func eraseKey(of run: RunID) async throws {}
    }

    @Test("A question to a store that answers too late is cancelled")
    func cancelled() async throws {
        let store = SilentStore()
        let run = RunID(high: 1, low: 2)
        let found = await NodeKeys(in: store, atMost: 1, tracer: nil).sealers(of: [(run: run, isNew: true)])
        guard case .failure(.unavailable)? = found[run] else {
            Issue.record("\(found)")
            return
        }
        try await eventually { store.cancelled.withLock { $0 } == 1 ? true : nil }
    }

    /// A log that takes no append.
    private final class RefusingLog: SharedLogEngine {
        private let log = MemorySharedLog()
        var durability: Durability { log.durability }
        var lastFault: StorageFault? { log.lastFault }

        func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
            guard case .append(let appends) = statement else { return try await log.perform(statement, for: node) }
            let refusals = appends.map { ($0.run, AppendRefusal.notTaken("it is too large")) }
            return .appended([], refused: Dictionary(uniqueKeysWithValues: refusals))
        }
    }

    @Test("The key of a run whose beginning the log never takes is erased")
    func unbegun() async throws {
        let house = SharedHouse(over: SharedLog(RefusingLog()))
        let node = try house.makeNode(keys: keys)
        try await withRunning([node]) {
            await #expect(throws: NodeError.notTaken("it is too large")) {
                try await node.start(Self.start, of: PhoneCheck.self, id: "start")
            }
            try await eventually { keys.erasures == 1 && keys.runs.isEmpty ? true : nil }
        }
    }

    /// A log that notes of each append how many events it has in clear.
    private final class NotingLog: SharedLogEngine {
        let clear = Lock<[Int]>([])
        var durability: Durability { .memory }
        var lastFault: StorageFault? { nil }

        func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
            guard case .append(let appends) = statement else { throw .refused }
            clear.withLock { $0 += appends.map(\.clear.count) }
            return .appended(Set(appends.map(\.run)))
        }
    }

    @Test("The log of a node without a key store gets no value in clear either")
    func withoutStore() async throws {
        let log = NotingLog()
        let node = NodeCore(
            NodeID(1), in: log, serving: [], keys: nil, terms: NodeTerms(), handlerPriority: .medium, tracer: nil)
        var append = SampleRun(1).shared(0..<2)
        append.clear = [
            ClearEvent(
                record: 1, event: Event(Self.start.position, fields: Self.start.values),
                flow: FlowVersion.shared(for: PhoneCheck.self).flow)
        ]
        _ = try await node.log.perform(.append([append]), for: NodeID(1))
        #expect(log.clear.withLock { $0 } == [0])
    }

    @Test("Of two nodes that begin by one request, one key is left")
    func twice() async throws {
        let nodes = [try house.makeNode(keys: keys), try house.makeNode(keys: keys)]
        try await withRunning(nodes) {
            for number in 0..<20 {
                async let first = nodes[0].start(Self.start, of: PhoneCheck.self, id: "start-\(number)")
                async let second = nodes[1].start(Self.start, of: PhoneCheck.self, id: "start-\(number)")
                let (one, other) = try await (first, second)
                #expect(one.run.id == other.run.id)
            }
            try await eventually { keys.runs.count == 20 ? true : nil }
        }
        #expect(Set(house.performed.map(\.phone)) == [Self.phone])
    }
}
