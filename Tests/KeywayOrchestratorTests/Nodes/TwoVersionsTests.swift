import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import LoginFixtures
import Testing

@testable import KeywayOrchestrator

/// A later version of `CodeLogin`, with the same words.
private enum LaterLogin: Flow {
    typealias State = CodeLogin.State
    typealias Event = CodeLogin.Event
    typealias Command = CodeLogin.Command
    typealias Effect = CodeLogin.Effect
    typealias Context = CodeLogin.Context

    static let table = {
        var table = CodeLogin.table
        table.version += 1
        return table
    }()
    static let annotations = CodeLogin.annotations
}

/// While a service is replaced, one process may serve two versions of a flow.
@Suite("A node that serves two versions of a flow", .timeLimit(.minutes(2)))
struct TwoVersionsTests {
    /// Notes that it was called, and waits until nobody wants an answer.
    private final class Silent: EffectHandler {
        let note: @Sendable () -> Void

        init(_ note: @escaping @Sendable () -> Void) {
            self.note = note
        }

        func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws -> EffectAnswer? {
            note()
            try await Task.sleep(for: .seconds(60))
            return nil
        }
    }

    /// The versions whose handlers were called, oldest first.
    private let called = Lock<[Int]>([])

    private func service<Followed: Flow>(_ flow: Followed.Type) -> Orchestrator.Service {
        let (version, running) = FlowVersion.shared(for: flow)
        let number = running.table.version
        return Orchestrator.Service(version, running) { [called] _, _ in
            Silent { called.withLock { $0.append(number) } }
        }
    }

    private func performed(_ count: Int) async throws -> [Int] {
        try await eventually { called.withLock { $0.count == count ? $0 : nil } }
    }

    @Test("Each run gets the handlers of its own version, and no command of another one")
    func versions() async throws {
        let log = SharedLog.inMemory()
        let node = try Node(in: log, serving: [service(CodeLogin.self), service(LaterLogin.self)])
        let successor = try Node(in: log, serving: [service(LaterLogin.self)])
        try await withRunning([node, successor]) {
            let first = try await node.start(.start, of: CodeLogin.self, id: "first").run
            #expect(try await performed(1) == [CodeLogin.table.version])
            let second = try await node.start(.start, of: LaterLogin.self, id: "second").run
            #expect(try await performed(2).last == LaterLogin.table.version)
            let mistaken = NodeError.otherVersion(flow: "CodeLogin")
            for other in [node.run(first.id, of: LaterLogin.self)] {
                await #expect(throws: mistaken) { try await other.send(.cancel, id: "cancel") }
                await #expect(throws: mistaken) { _ = try await other.situation }
                await #expect(throws: mistaken) { for try await _ in other.situations {} }
            }
            // A start that is asked again as another version's must not put its command to the run.
            await #expect(throws: mistaken) { _ = try await node.start(.start, of: LaterLogin.self, id: "first") }
            #expect(try await node.start(.start, of: LaterLogin.self, id: "second").run.id == second.id)
            #expect(try await first.send(.cancel, id: "cancel") == .accepted)
            // The node that has the later version alone leaves the other runs to those that can.
            let left = successor.run(first.id, of: CodeLogin.self)
            await #expect(throws: NodeError.unserved(flow: "CodeLogin")) { try await left.send(.cancel, id: "again") }
            #expect(try await successor.run(second.id, of: LaterLogin.self).send(.cancel, id: "cancel") == .accepted)
        }
    }
}
