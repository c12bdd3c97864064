import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("A run as a node has it in memory")
struct NodeRunTests {
    @Test("A block that the log cannot read is no end of the run: nothing is decided behind it")
    func damaged() {
        var run = NodeRun()
        let block = SharedBlock(
            id: AppendID(node: NodeID(1), number: 1), records: [],
            damage: SharedBlock.Damage(first: 2, reason: "a flipped bit"))
        #expect(throws: UnfoldedRun.malformed(MalformedRecord(sequence: 2))) { try run.fold([block], serving: []) }
    }
}
