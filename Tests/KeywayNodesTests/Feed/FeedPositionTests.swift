import Foundation
import KeywayLog
import KeywayNodes
import KeywayTesting
import Testing

@Suite("Positions of a feed")
struct FeedPositionTests {
    private let position = FeedPosition(history: "77.5", transaction: 1_042, place: 3, first: 17)

    @Test("A position is stored as one text, and read again")
    func text() throws {
        #expect("\(position)" == "77.5:1042:3:17" && FeedPosition("77.5:1042:3:17") == position)
        let encoded = try JSONEncoder().encode([position])
        #expect(String(decoding: encoded, as: UTF8.self) == #"["77.5:1042:3:17"]"#)
        #expect(try JSONDecoder().decode([FeedPosition].self, from: encoded) == [position])
    }

    @Test(
        "Any other text is no position",
        arguments: ["", "77.5", "77.5:1:2", "77.5:1:2:3:4", "77.5:1:2:x", "77.5:+1:2:3", "77.5:01:2:3", "77.5:1:2:3 "])
    func otherTexts(text: String) {
        #expect(FeedPosition(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([FeedPosition].self, from: Data("[\"\(text)\"]".utf8))
        }
    }

    @Test("Positions are in the order in which blocks are told")
    func order() {
        let later = [
            FeedPosition(history: "77.5", transaction: 1_042, place: 3, first: 18),
            FeedPosition(history: "77.5", transaction: 1_042, place: 4, first: 0),
            FeedPosition(history: "77.5", transaction: 1_043, place: 1, first: 0),
        ]
        #expect(([position] + later).shuffled().sorted() == [position] + later)
    }

    @Test("A log that has no feed says so")
    func noFeed() async {
        let log = SharedLog(WithoutFeed())
        let error = await #expect(throws: FeedError.self) { try await log.blocks() }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("the log has no feed"))
    }

    /// A log that answers nodes only.
    private struct WithoutFeed: SharedLogEngine {
        var durability: Durability { .memory }
        var lastFault: StorageFault? { nil }

        func perform(_ statement: EngineStatement, for node: NodeID) async throws(EngineFailure) -> EngineAnswer {
            throw .refused
        }
    }
}
