/// Checks that a log tells its blocks as a feed promises.
package struct FeedConformance: Sendable {
    /// Makes a log without runs, of its own for each call.
    private let makeTrial: @Sendable () async throws -> any FeedTrial

    package init(makeTrial: @escaping @Sendable () async throws -> any FeedTrial) {
        self.makeTrial = makeTrial
    }

    /// Checks one law on a log of its own.
    ///
    /// - Throws: `FeedBreach` where the law is not kept, and where the log cannot be made or gives no answer.
    package func check(_ law: FeedLaw) async throws(FeedBreach) {
        do {
            var feed = TriedFeed(try await makeTrial())
            switch law {
            case .everyBlock: try await feed.everyBlock()
            case .stored: try await feed.stored()
            case .lateCommits: try await feed.lateCommits()
            case .anyOrder: for seed in 0..<4 as Range<UInt64> { try await feed.anyOrder(seed) }
            case .rolledBack: try await feed.rolledBack()
            case .lag: try await feed.lag()
            case .otherLogs: try await feed.refuses(positionsOf: TriedFeed(try await makeTrial()))
            }
        } catch let broken as Broken {
            throw FeedBreach(law: law, explanation: broken.explanation)
        } catch {
            throw FeedBreach(law: law, explanation: "this was thrown: \(error)")
        }
    }
}
