import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

extension StoredBlock {
    /// A sound block of a sample run.
    ///
    /// - Parameter change: changes the bytes of the last record before the checksum is made, as if another version had
    ///   written them.
    static func holding(
        _ sequences: Range<UInt64>, of sample: SampleRun, by writer: Writer,
        changing change: (inout [UInt8]) -> Void = { _ in }
    ) -> StoredBlock {
        var coded = sample.records(sequences).map(\.codedBytes)
        change(&coded[coded.count - 1])
        var groups = ByteWriter()
        groups.varint(UInt64(coded.count))
        for record in coded { groups.bytes(record) }
        return StoredBlock(of: sample.run, first: sequences.lowerBound, by: writer, groups: groups.bytes)
    }
}

@Suite("A block as a row of the database has it")
struct StoredBlockTests {
    private let run = SampleRun(1)
    private let writer = StoredBlock.Writer.opening(epoch: 1)

    private func records(of block: StoredBlock) throws(BlockFault) -> [Record] {
        try block.records(of: run.version, reference: nil)
    }

    @Test("Its records are read as they were written")
    func sound() throws {
        #expect(try records(of: .holding(0..<3, of: run, by: writer)) == run.records(0..<3))
    }

    @Test("A kind of record that a newer version wrote is told as that, with its byte of the block")
    func newer() {
        // Leg, sequence and time in two bytes stand before the kind.
        let block = StoredBlock.holding(0..<3, of: run, by: writer) { $0[4] = 99 }
        // The checksum, of four bytes, follows the last record.
        let place = block.bytes.count - 4 - run.record(2).codedBytes.count + 4
        let what = "a record has the tag 99 at byte \(place) of the block"
        #expect(throws: BlockFault.unknown(what)) { try records(of: block) }
    }

    @Test("A record that ends too early, or a checksum that does not hold, is no newer version's")
    func damaged() {
        let short = StoredBlock.holding(0..<3, of: run, by: writer) { $0.removeLast() }
        var bytes = StoredBlock.holding(0..<3, of: run, by: writer) { $0[4] = 99 }.bytes
        bytes[bytes.count - 1] ^= 1
        for block in [short, StoredBlock(reading: bytes, of: run.run, first: 0, by: writer)] {
            let fault = #expect(throws: BlockFault.self) { try records(of: block) }
            if case .newer(let what)? = fault { Issue.record("\(what)") }
        }
    }
}
