package import KeywayCore
import KeywayNodes
package import KeywayOrchestrator

/// Runs the nodes until the test has ended; the test begins once each node reaches its log.
package func withRunning<Result: Sendable>(
    _ nodes: [Node], _ test: @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for node in nodes { group.addTask { await node.run(drainingFor: .zero) } }
        defer { group.cancelAll() }
        for node in nodes { try await eventually { try await node.reachesItsLog ? true : nil } }
        return try await test()
    }
}

/// Repeats the question until it has an answer. The limit is long, as other tests may keep the processors busy.
///
/// - Throws: what the question throws, and an error where there is no answer after twenty seconds and more.
@discardableResult
package func eventually<Answer>(_ question: () async throws -> Answer?) async throws -> Answer {
    for _ in 0..<4_000 {
        if let answer = try await question() { return answer }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw HasNoAnswer()
}

/// A question of a test had no answer for twenty seconds and more.
private struct HasNoAnswer: Error {}

extension Node {
    /// Whether the node gets an answer from its log: here, that there is no such run.
    fileprivate var reachesItsLog: Bool {
        get async throws {
            do {
                _ = try await run(RunID(high: 0, low: 0), of: CodeLogin.self).situation
            } catch NodeError.noSuchRun {
                return true
            } catch NodeError.unavailable {}
            return false
        }
    }

    /// Where a run of `CodeLogin` is, as this node sees it.
    package func state(of run: RunID) async throws -> CodeLogin.State? {
        try await self.run(run, of: CodeLogin.self).situation.state
    }

    /// Returns once this node sees the run in the state.
    package func wait(for state: CodeLogin.State, of run: RunID) async throws {
        try await eventually { try await self.state(of: run) == state ? true : nil }
    }
}
