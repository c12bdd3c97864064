import KeywayCore
import KeywayLog

/// The parts of a commit block: its entries, and where in its bytes each record stands.
struct CommitView {
    /// The records of one append.
    struct Group {
        /// The index in `entries` of the run to which the records belong.
        var entry: Int
        /// Where the bytes of each record stand in `bytes`, in order.
        var records: [Range<Int>]
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var entries: [CommitEntry] = []
    /// The part of `bytes` behind the entries: all records of the block.
    private let rest: Range<Int>

    /// Reads the entries, and leaves the records alone.
    init(_ bytes: UnsafeRawBufferPointer, in payload: Range<Int>, of segment: UInt32) throws(BlockFault) {
        self.bytes = bytes
        var cursor = Cursor(bytes, in: payload)
        let count = cursor.count()
        // The count may be wrong: it must not reserve much memory before as many entries were read.
        entries.reserveCapacity(min(count, 1024))
        for _ in 0..<count {
            entries.append(CommitEntry(from: &cursor, in: segment))
            if let tag = cursor.unknownTag { throw .unknown("what this block says of a run has the tag \(tag)") }
            if cursor.isBroken { break }
        }
        if entries.isEmpty || cursor.isBroken { throw .malformed("what the block says of its runs cannot be read") }
        rest = cursor.position..<payload.upperBound
    }

    /// Throws where a record is of a kind that this version does not know.
    ///
    /// Of each record only the bytes up to its kind are read, so that each opening of the log can afford the check.
    func checkKinds() throws(BlockFault) {
        var cursor = Cursor(bytes, in: rest)
        for _ in 0..<cursor.count() {
            let entry = Int(cursor.varint32())
            for _ in 0..<cursor.count() {
                let record = cursor.pass(cursor.count())
                // Records that cannot be told apart are reported by those who read them; this check is about kinds alone.
                if cursor.isBroken { return }
                var beginning = Cursor(bytes, in: record)
                // The leg, the sequence and the time.
                for _ in 0..<3 { _ = beginning.varint() }
                let kind = beginning.byte()
                guard !beginning.isBroken, !Record.hasKind(kind) else { continue }
                let run = entries.indices.contains(entry) ? "run \(entries[entry].run)" : "a run"
                throw .unknown("a record of \(run) is of kind \(kind)")
            }
        }
    }

    /// The appends in the order in which they were taken; nil where they cannot be read.
    func groups() -> [Group]? {
        var cursor = Cursor(bytes, in: rest)
        var groups: [Group] = []
        for _ in 0..<cursor.count() {
            let entry = Int(cursor.varint32())
            guard entries.indices.contains(entry) else { return nil }
            var group = Group(entry: entry, records: [])
            for _ in 0..<cursor.count() {
                group.records.append(cursor.pass(cursor.count()))
                if cursor.isBroken { return nil }
            }
            groups.append(group)
        }
        return cursor.isBroken || !cursor.isAtEnd ? nil : groups
    }
}
