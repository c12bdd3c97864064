import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayOrchestrator

/// Measures commands sent to a node, as the routes of a server send them: each is decided, appended and acknowledged.
struct NodeAppending {
    /// After so many commands a caller begins a new run: one run takes at most 2,000 events, and 1,024 commands with an identity.
    private static let commandsOfRun = 500

    let node: Node
    /// Counts the calls of `rate`. The number stands in the identity of each command that begins a run, so no two calls share a run.
    private let round = Lock(0)

    init(_ node: Node) {
        self.node = node
    }

    /// A node that runs until the task is cancelled.
    static func beginNode(in address: String) async throws -> (node: Node, running: Task<Void, Never>) {
        let node = try Node(
            in: try await MeasuredDatabase.sharedLog(at: address),
            serving: [Orchestrator.Service { _, _ in CountingEffects() }],
            terms: NodeTerms(patience: MeasuredDatabase.patience))
        let running = Task { await node.run(drainingFor: .zero) }
        // A question fails until the node is running, so the first one that is answered says that it is.
        while true {
            do throws(NodeError) {
                _ = try await node.runs(of: Counting.self, reference: "nobody")
                return (node, running)
            } catch {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    /// How many commands a second are acknowledged.
    ///
    /// - Parameter callers: how many tasks send at once, each to a run of its own.
    func rate(callers: Int, for duration: Duration) async throws -> Double {
        let round = round.withLock { round in
            round += 1
            return round
        }
        let clock = ContinuousClock()
        let begin = clock.now
        let node = node
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<callers {
                group.addTask {
                    var count = 0
                    var run: SharedRun<Counting>?
                    while clock.now < begin + duration {
                        if let run, count % Self.commandsOfRun != 0 {
                            _ = try await run.send(.count, id: "\(count)")
                        } else {
                            run = try await node.start(.count, of: Counting.self, id: "\(round) \(caller) \(count)").run
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(total) / ((clock.now - begin) / .seconds(1))
    }
}

/// Nothing to perform: the flow Counting has no effects.
struct CountingEffects: Counting.Effects {}
