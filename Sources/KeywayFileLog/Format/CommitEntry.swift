import KeywayCore

/// What a commit block says of one run before the records: enough to find the run's records without reading them.
struct CommitEntry: Equatable, Sendable {
    /// Whether the run begins in the block or goes on, in one byte; the fields that follow depend on it.
    enum Kind: UInt8 {
        case beginning = 0
        case continuing = 1
    }

    var run: RunID
    /// Where the run's records before these stand; nil for its first ones.
    var previous: BlockPlace?
    /// For a run's first records: where the block with the table of its flow begins, in the same segment.
    var table: UInt32 = 0
    /// The bytes of the run's reference; nil where it has none, or where it has begun before.
    var referenceBytes: Range<Int>?
    /// The sequence of the first of the run's records in this block.
    var first: UInt64 = 0
    /// How many records of the run the block has.
    var count: UInt64 = 0
    /// The time of the last of these records, in milliseconds.
    var time: Int64 = 0
    /// Whether the run still needs a process that goes on with it (`Standing.open`).
    var isOpen = false
    /// How many of its records the run still needs when a process goes on with it (`Standing.open(neededRecords:)`).
    var neededCount = 0
    /// Where the sequences of these records stand in the bytes that the entry was read from.
    var neededBytes: Range<Int> = 0..<0

    /// The greatest sequence that a run's next record may have: `RunIndex` keeps it in 32 bits.
    private static let greatestNext = UInt64(UInt32.max)

    var isBeginning: Bool { previous == nil }
    /// The sequence that the run's next record, in a later block, will have; an entry whose `next` needs more than 32 bits is refused.
    var next: UInt64 { first &+ count }

    /// Reads an entry of a block in this segment; where that fails the cursor is broken, and the entry means nothing.
    init(from cursor: inout Cursor, in segment: UInt32) {
        let identity = cursor.identity()
        run = RunID(high: identity.high, low: identity.low)
        let kind = cursor.byte()
        switch Kind(rawValue: kind) {
        case .beginning:
            table = cursor.varint32()
            if cursor.flag() { referenceBytes = cursor.pass(cursor.count()) }
        case .continuing:
            let back = cursor.varint32()
            previous = BlockPlace(
                segment: cursor.checked(back < segment) ? segment - back : 0, offset: cursor.varint32())
            first = cursor.varint()
            _ = cursor.checked(first > 0)
        case nil: cursor.refuse(tag: kind)
        }
        count = cursor.varint()
        _ = cursor.checked(count > 0 && first <= Self.greatestNext && count <= Self.greatestNext - first)
        time = cursor.signed()
        isOpen = cursor.flag()
        guard isOpen else { return }
        neededCount = cursor.count()
        let start = cursor.position
        for _ in 0..<neededCount { _ = cursor.varint() }
        neededBytes = start..<cursor.position
    }

    /// The sequences that `neededBytes` stands for, out of the bytes that the entry was read from.
    func neededSequences(in bytes: UnsafeRawBufferPointer) -> [UInt64] {
        var cursor = Cursor(bytes, in: neededBytes)
        return (0..<neededCount).map { _ in cursor.varint() }
    }

    /// The run's reference, out of the bytes that the entry was read from; nil where there is none, or it is not UTF-8.
    func referenceText(in bytes: UnsafeRawBufferPointer) -> String? {
        referenceBytes.flatMap { range in
            let part = UnsafeRawBufferPointer(rebasing: bytes[range])
            let text = String(decoding: part, as: UTF8.self)
            return text.utf8.elementsEqual(part) ? text : nil
        }
    }
}

extension Cursor {
    /// A byte that is 0 or 1.
    fileprivate mutating func flag() -> Bool {
        let byte = byte()
        if byte > 1 { refuse(tag: byte) }
        return !isBroken && byte == 1
    }
}

/// A `CommitEntry` as it is written: what a commit block says of one run before the records.
struct EntryToWrite: Sendable {
    /// Whether the run begins in this block, or where its earlier records stand.
    enum Origin: Sendable {
        case beginning(table: UInt32, reference: String?)
        case continuing(previous: BlockPlace, first: UInt64)
    }

    var run: RunID
    var origin: Origin
    var count: UInt64
    var time: Int64
    /// The sequences of the records that the run still needs when a process goes on with it; nil where the run is over.
    var neededRecords: [UInt64]?

    func append(to bytes: inout [UInt8], in segment: UInt32) {
        bytes.append(identity: run.high, run.low)
        switch origin {
        case .beginning(let table, let reference):
            bytes.append(CommitEntry.Kind.beginning.rawValue)
            bytes.append(varint: UInt64(table))
            bytes.append(reference == nil ? 0 : 1)
            if let reference { bytes.append(text: reference) }
        case .continuing(let previous, let first):
            bytes.append(CommitEntry.Kind.continuing.rawValue)
            bytes.append(varint: UInt64(segment - previous.segment))
            bytes.append(varint: UInt64(previous.offset))
            bytes.append(varint: first)
        }
        bytes.append(varint: count)
        bytes.append(signed: time)
        bytes.append(neededRecords == nil ? 0 : 1)
        guard let neededRecords else { return }
        bytes.append(varint: UInt64(neededRecords.count))
        for sequence in neededRecords { bytes.append(varint: sequence) }
    }
}
