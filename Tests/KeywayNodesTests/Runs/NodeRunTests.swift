import KeywayCore
import KeywayLog
import KeywayRuns
import LoginFixtures
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

    @Test(
        "A run whose flow's table has an unknown form is of a newer version, and with a table that is cut it is damaged"
    )
    func newerTable() {
        func expect(_ error: UnfoldedRun, for table: [UInt8]) {
            var run = NodeRun()
            let beginning = Beginning(
                version: FlowVersion(table: table, annotations: []), reference: nil, kind: .live, salt: 1,
                outcome: Outcome(state: 0, context: []))
            let record = Record(
                run: RunID(high: 0, low: 1), leg: 0, sequence: 0, time: Instant(milliseconds: 0),
                content: .began(beginning))
            let block = SharedBlock(id: AppendID(node: NodeID(1), number: 1), records: [record])
            #expect(throws: error) { try run.fold([block], serving: []) }
        }
        let table = CodeLogin.table.canonicalBytes
        expect(.newer(sequence: 0), for: [9] + table.dropFirst())
        expect(.malformed(MalformedRecord(sequence: 0)), for: table.dropLast())
    }
}
