import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayNodes

@Suite("A run as a node has it in memory")
struct NodeRunTests {
    @Test("A block that cannot be read is no end of the run, and one of a newer version is told from a damaged one")
    func unreadable() {
        func expect(_ error: UnfoldedRun, for reason: BlockFault) {
            var run = NodeRun()
            let block = SharedBlock(
                id: AppendID(node: NodeID(1), number: 1), records: [],
                fault: SharedBlock.Fault(first: 2, reason: reason))
            #expect(throws: error) { try run.fold([block], serving: []) }
        }
        expect(.malformed(MalformedRecord(sequence: 2)), for: .malformed("a flipped bit"))
        expect(.newer(sequence: 2), for: .newer("a kind of record"))
    }
}
