import KeywayCore

/// The parts of a commit block: its entries, and where in its bytes each record stands.
struct CommitView {
    /// The records of one append.
    struct Group {
        /// Which of `entries` is of the run that the records belong to, by its index.
        var entry: Int
        /// Where the bytes of each record stand in `bytes`, in order.
        var records: [Range<Int>]
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var entries: [CommitEntry] = []
    /// The part of `bytes` behind the entries: all records of the block.
    private let rest: Range<Int>

    /// Reads the entries, and leaves the records alone; nil where they cannot be read.
    init?(_ bytes: UnsafeRawBufferPointer, in payload: Range<Int>, of segment: UInt32) {
        self.bytes = bytes
        var cursor = Cursor(bytes, in: payload)
        let count = cursor.count()
        // A count from outside must not reserve memory for more than can follow.
        entries.reserveCapacity(min(count, 1024))
        for _ in 0..<count {
            entries.append(CommitEntry(from: &cursor, in: segment))
            if cursor.isBroken { return nil }
        }
        if entries.isEmpty || cursor.isBroken { return nil }
        rest = cursor.position..<payload.upperBound
    }

    /// The appends in the order in which they were taken; nil where they cannot be read.
    func groups() -> [Group]? {
        var cursor = Cursor(bytes, in: rest)
        var groups: [Group] = []
        for _ in 0..<cursor.count() {
            let entry = Int(cursor.index())
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
