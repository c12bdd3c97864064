import KeywayNodes
import KeywayTesting
import Testing

@Suite("What the feed of every shared log keeps")
struct FeedLawTests {
    @Test("A log in memory keeps each law", arguments: FeedLaw.allCases)
    func laws(law: FeedLaw) async throws {
        try await FeedConformance { MemoryFeedTrial() }.check(law)
    }

    @Test(
        "A feed that makes a mistake is found by the law that it breaks",
        arguments: [
            (MemoryFeed.PlantedFault.readsToNewest, FeedLaw.lateCommits), (.readsToNewest, .anyOrder),
            (.tellsLastAgain, .everyBlock), (.tellsLastAgain, .stored), (.tellsBackward, .everyBlock),
            (.keepsRolledBack, .rolledBack), (.keepsRolledBack, .anyOrder), (.noLag, .lag),
            (.takesAnyPosition, .otherLogs),
        ])
    func mistakes(mistake: MemoryFeed.PlantedFault, law: FeedLaw) async throws {
        let breach = await #expect(throws: FeedBreach.self) {
            try await FeedConformance { MemoryFeedTrial(planting: mistake) }.check(law)
        }
        #expect(breach?.law == law)
    }
}
