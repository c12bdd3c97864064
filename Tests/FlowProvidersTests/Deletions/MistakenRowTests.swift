import FlowFixtures
import FlowProviders
import TestThreads
import Testing

/// The models say enough to refute a flow that trusts the providers' pages. Without the mistakes the flows are proved.
@Suite("A shipped flow with a mistaken row", .longComputation)
struct MistakenRowTests {
    @Test(
        "A shipped flow with a mistaken row is refuted by the rule that forbids the row",
        arguments: MistakenRow.silent + MistakenRow.smart + MistakenRow.code + MistakenRow.offline)
    func broken(row: MistakenRow) throws {
        let exploration = try row.flow.explored { text in
            try #require(text.split(separator: row.row, omittingEmptySubsequences: false).count == 2, "\(row.row)")
            return text.changing(row.row, to: row.mistaken)
        }
        #expect(exploration.verdict(on: row.rule) == .broken)
        let sentences = exploration.sentences(about: row.rule)
        #expect(sentences[row.sentence] != nil, "\(sentences)")
    }
}
