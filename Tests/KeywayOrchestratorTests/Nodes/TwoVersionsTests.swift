import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import LoginFixtures
import Testing

@testable import KeywayOrchestrator

/// A later version of `CodeLogin`, which differs in its number alone.
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

/// A version with another effect, command and state, whose effects handlers of `CodeLogin` cannot perform.
private enum OtherLogin: Flow {
    typealias State = CodeLogin.State
    typealias Event = CodeLogin.Event
    typealias Command = CodeLogin.Command
    typealias Effect = CodeLogin.Effect
    typealias Context = CodeLogin.Context

    static let table = {
        var table = LaterLogin.table
        table.version += 1
        table.effects[0].name = "transmit"
        table.states[0].name = "resting"
        table.events[CodeLogin.Command.cancel.position].name = "abandon"
        return table
    }()
    static let annotations = CodeLogin.annotations
}

/// While a service is replaced, nodes of two versions share a log, and one process may serve both.
@Suite("Nodes and versions of a flow", .timeLimit(.minutes(20)))
struct TwoVersionsTests {
    /// A handler that notes the effect of each order, and answers as in a sign-in that succeeds.
    private final class Handler: EffectHandler {
        let note: @Sendable (Int) -> Void

        init(_ note: @escaping @Sendable (Int) -> Void) {
            self.note = note
        }

        func perform(_ order: EffectOrder, of run: RunID, in leg: String?) async throws -> EffectAnswer? {
            note(order.effect)
            let answer = CodeLogin.table.effects[order.effect].name == "send" ? "sent" : "right"
            return CodeLogin.table.event(named: answer).map { EffectAnswer(reply: $0, fields: []) }
        }
    }

    /// What was performed, oldest first: the version of the flow whose handlers did it, and the effect's position in the table.
    private let performed = Lock<[[Int]]>([])

    private func service<Followed: Flow>(_ flow: Followed.Type) -> Orchestrator.Service {
        let (version, running) = FlowVersion.shared(for: flow)
        let number = running.table.version
        return Orchestrator.Service(version, running) { [performed] _, _ in
            Handler { effect in performed.withLock { $0.append([number, effect]) } }
        }
    }

    private func performed(_ count: Int) async throws -> [[Int]] {
        try await eventually { performed.withLock { $0.count == count ? $0 : nil } }
    }

    @Test("At a node that serves two versions each run gets the handlers of its own")
    func bothVersions() async throws {
        let node = try Node(in: .inMemory(), serving: [service(CodeLogin.self), service(OtherLogin.self)])
        try await withRunning([node]) {
            let first = try await node.start(.start, of: CodeLogin.self, id: "first").run
            #expect(try await performed(1) == [[CodeLogin.table.version, 0]])
            let second = try await node.start(.start, of: OtherLogin.self, id: "second").run
            #expect(try await performed(2).last == [OtherLogin.table.version, 0])
            let mistaken = NodeError.otherVersion(flow: "CodeLogin")
            let other = node.run(first.id, of: OtherLogin.self)
            // At the same position another version may have another command, or another state.
            await #expect(throws: mistaken) { try await other.send(.cancel, id: "cancel") }
            await #expect(throws: mistaken) { _ = try await other.situation }
            await #expect(throws: mistaken) { for try await _ in other.situations {} }
            #expect(try await first.send(.cancel, id: "cancel") == .accepted)
            #expect(try await second.send(.cancel, id: "cancel") == .accepted)
        }
    }

    @Test("Two services for one version of a flow are refused by a node")
    func servedTwice() {
        #expect(throws: NodeError.refused(.servedTwice(flow: "CodeLogin"))) {
            try Node(
                in: .inMemory(),
                serving: [service(CodeLogin.self), service(LaterLogin.self), service(CodeLogin.self)])
        }
    }

    @Test("A node of the next version goes on with runs of the former one, whose effects it has handlers for")
    func nextVersion() async throws {
        let log = SharedLog.inMemory()
        let former = try Node(in: log, serving: [service(CodeLogin.self)])
        let next = try Node(in: log, serving: [service(LaterLogin.self)])
        let other = try Node(in: log, serving: [service(OtherLogin.self)])
        try await withRunning([former, next, other]) {
            let id = try await former.start(.start, of: CodeLogin.self, reference: "order 7", id: "start").run.id
            let run = next.run(id, of: LaterLogin.self)
            try await eventually { try await run.situation.state == .awaiting ? true : nil }
            // A route that looks for the sign-in finds it at the next version, and begins no second one.
            #expect(try await next.runs(of: LaterLogin.self, reference: "order 7").map(\.id) == [id])
            #expect(try await other.runs(of: OtherLogin.self, reference: "order 7").isEmpty)
            #expect(try await run.send(.submit(number: 3), id: "submit") == .accepted)
            try await eventually { try await run.situation.state == .done ? true : nil }
            #expect(try await performed(2) == [[CodeLogin.table.version, 0], [LaterLogin.table.version, 1]])
            // The start that is asked again at the next version finds the run, and puts no second command to it.
            #expect(try await next.start(.start, of: LaterLogin.self, id: "start").run.id == id)
            await #expect(throws: NodeError.unserved(flow: "CodeLogin")) {
                _ = try await other.run(id, of: OtherLogin.self).situation
            }
        }
    }
}
