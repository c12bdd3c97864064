import KeywayCore
import KeywayLog
import KeywayNodes
import LoginFixtures
import Testing

@testable import KeywayOrchestrator

@Suite("A node that ends", .timeLimit(.minutes(20)))
struct DrainingNodeTests {
    private let house = SharedHouse()

    @Test("While it drains it keeps its lease: what it performs is taken over by nobody, and its reply counts")
    func keepsLease() async throws {
        let mayAnswer = Lock(false)
        let nodes = [
            try house.makeNode(lease: 3_000) { _ in
                // The wait is a task of its own, which no cancellation cuts short: a drain is to wait for handlers that are at work.
                await Task.detached {
                    while !mayAnswer.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
                }.value
                return .right
            },
            try house.makeNode(lease: 3_000),
        ]
        defer { mayAnswer.withLock { $0 = true } }
        try await withRunning([nodes[1]]) {
            let draining = Task { await nodes[0].run(drainingFor: .seconds(600)) }
            let run = try await eventually { try? await nodes[0].start(.start, of: CodeLogin.self, id: "start").run.id }
            try await nodes[1].wait(for: .awaiting, of: run)
            #expect(try await nodes[0].run(run, of: CodeLogin.self).send(.submit(number: 1), id: "submit") == .accepted)
            try await nodes[1].wait(for: .checking, of: run)
            draining.cancel()
            // Longer than two leases.
            try await Task.sleep(for: .milliseconds(6_500))
            mayAnswer.withLock { $0 = true }
            await draining.value
            // The drain has ended only when the reply was in the log.
            #expect(try await nodes[1].state(of: run) == .done)
            #expect(house.performed.filter { $0.effect == "check" }.map(\.node) == [0])
            #expect(nodes[1].counts.takenOver == 0)
            await #expect(throws: NodeError.unavailable) {
                try await nodes[0].run(run, of: CodeLogin.self).send(.cancel, id: "late")
            }
        }
    }

    @Test("Its callers are answered while it drains, and whoever is left at the end is told what may be in the log")
    func callers() async throws {
        let node = try house.makeNode()
        let running = Task { await node.run(drainingFor: .milliseconds(300)) }
        let run = try await eventually { try? await node.start(.start, of: CodeLogin.self, id: "start").run }
        try await eventually { try await run.situation.state == .awaiting ? true : nil }
        // The node knows that both its appends are in the log. Otherwise the command would wait behind one of unknown outcome.
        try await eventually { node.counts.appends == 2 ? true : nil }
        house.cutOff(0)
        let sent = node.counts.appendStatements
        let command = Task { () -> NodeError? in
            do throws(NodeError) { _ = try await run.send(.cancel, id: "cancel") } catch { return error }
            return nil
        }
        // The question is asked only after that: statements without an answer could keep both connections busy, and the command needs one.
        try await eventually { node.counts.appendStatements > sent ? true : nil }
        let question = Task { () -> NodeError? in
            do throws(NodeError) { _ = try await run.situation } catch { return error }
            return nil
        }
        // The question may come after the node has ended, and gets the same error then.
        running.cancel()
        await running.value
        #expect(await command.value == .outcomeUnknown)
        #expect(await question.value == .unavailable)
    }

    @Test("A caller that is cancelled before its question was asked does not wait for an answer")
    func cancelledEarly() async throws {
        // An hour: whoever waits for an answer reaches the suite's limit.
        let node = try house.makeNode(patience: 3_600_000)
        try await withRunning([node]) {
            let run = try await node.start(.start, of: CodeLogin.self, id: "start").run
            house.cutOff(0)
            for number in 0..<50 {
                let asking = Task { try await run.send(.cancel, id: "\(number)") }
                asking.cancel()
                await #expect(throws: NodeError.self) { try await asking.value }
            }
        }
    }
}
