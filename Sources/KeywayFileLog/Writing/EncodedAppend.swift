import KeywayCore
import KeywayLog

/// An append that was taken in, its records coded: what the writer needs of it.
struct EncodedAppend: Sendable {
    let run: RunID
    /// For a run's first records.
    let version: FlowVersion?
    let reference: String?
    let first: UInt64
    let count: UInt64
    let time: Int64
    let standing: Standing
    let isLazy: Bool
    /// The count of the records, and each with its size.
    let coded: [UInt8]
    let report: @Sendable (LogError?) -> Void

    /// - Throws: `LogError.invalid` where there is nothing to write, or too much for a block.
    init(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) {
        guard let first = append.records.first, let last = append.records.last else {
            throw .invalid(run: append.run, .noRecords)
        }
        run = append.run
        if case .began(let beginning) = first.content {
            version = beginning.version
            reference = beginning.reference
        } else {
            version = nil
            reference = nil
        }
        self.first = first.sequence
        count = UInt64(append.records.count)
        time = last.time.milliseconds
        standing = append.standing
        isLazy = append.isLazy
        self.report = report
        var coded = ByteWriter(room: 8 + 96 * append.records.count)
        coded.varint(count)
        // The size of a record stands before it, and is known behind it.
        var coding = ByteWriter(room: 256)
        for record in append.records {
            coding.removeAll()
            coding.record(record)
            coded.bytes(coding.bytes)
        }
        self.coded = coded.bytes
        let size = max(self.coded.count + (reference?.utf8.count ?? 0) + entrySize, version?.payloadSize ?? 0)
        guard size <= Block.payloadLimit else {
            throw .invalid(run: run, .tooLarge(bytes: size, limit: Block.payloadLimit))
        }
    }

    /// Roughly what it takes in a block, its flow's table left out.
    var size: Int { coded.count + entrySize }

    private var entrySize: Int {
        if case .open(let holding) = standing { 64 + holding.count * 2 } else { 64 }
    }
}
