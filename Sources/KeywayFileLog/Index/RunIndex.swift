import KeywayCore

/// Where each run of a log ends, in memory: 40 bytes a run, and 5 to 11 more in a hash table.
///
/// Entries are kept in chunks, so none is copied when the index grows. One thread changes the index, and others must
/// not read meanwhile: `LogWriter` sees to that by its lock. The thread that changes the index reads it without a lock.
final class RunIndex: @unchecked Sendable {
    /// Where one run ends, and what tells its reference from others.
    struct Entry {
        var run: RunID
        /// The time of the run's last record, in milliseconds.
        var time: Int64
        /// The block that has its last records.
        var place: BlockPlace
        /// The sequence of its next record.
        var next: UInt32
        /// Bit 0: whether the run is open. The other bits: the hash of its reference, as `RunIndex.hash(of:)` makes it.
        var referenceAndOpen: UInt32

        var isOpen: Bool { referenceAndOpen & 1 == 1 }
        /// The hash of the run's reference; 0 where it has none.
        var referenceHash: UInt32 { referenceAndOpen >> 1 }
    }

    private static let chunkLength = 1024
    private var chunks: [UnsafeMutablePointer<Entry>] = []
    /// How many runs there are. A run's position is its index in the order in which they began.
    private(set) var count = 0
    /// The hash table by which runs are found: 0 in an empty slot, else a run's position plus 1.
    private var slots: UnsafeMutableBufferPointer<UInt32>

    init() {
        slots = .allocate(capacity: 1024)
        slots.initialize(repeating: 0)
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
        slots.deallocate()
    }

    /// A number of 31 bits that tells most references apart; 0 stands for no reference.
    static func hash(of reference: UnsafeRawBufferPointer?) -> UInt32 {
        reference.map { CRC32C.checksum(of: $0) >> 1 | 1 } ?? 0
    }

    static func hash(of reference: String?) -> UInt32 {
        reference.map { reference in Array(reference.utf8).withUnsafeBytes { hash(of: $0) } } ?? 0
    }

    /// The run's position, for the subscript; nil where the index has no such run.
    func find(_ run: RunID) -> Int? {
        // Read once: Swift checks each access to an object's variable for exclusivity at run time.
        let (slots, chunks) = (slots, chunks)
        var slot = Self.firstSlot(of: run, among: slots.count)
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if chunks[position / Self.chunkLength][position % Self.chunkLength].run == run { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    subscript(position: Int) -> Entry {
        get { chunks[position / Self.chunkLength][position % Self.chunkLength] }
        set { chunks[position / Self.chunkLength][position % Self.chunkLength] = newValue }
    }

    /// Adds a run that is not there yet.
    func add(_ entry: Entry) {
        if count == chunks.count * Self.chunkLength { chunks.append(.allocate(capacity: Self.chunkLength)) }
        chunks[count / Self.chunkLength].advanced(by: count % Self.chunkLength).initialize(to: entry)
        count += 1
        if count * 4 > slots.count * 3 { grow() } else { enter(count - 1) }
    }

    /// Doubles the hash table.
    private func grow() {
        let larger = slots.count * 2
        slots.deallocate()
        slots = .allocate(capacity: larger)
        slots.initialize(repeating: 0)
        for position in 0..<count { enter(position) }
    }

    /// Enters the run of this position in the hash table.
    private func enter(_ position: Int) {
        var slot = Self.firstSlot(of: self[position].run, among: slots.count)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(truncatingIfNeeded: position + 1)
    }

    private static func firstSlot(of run: RunID, among count: Int) -> Int {
        // The bits are mixed, with the factors of SplitMix64, because identities need not be random: those of tests are counted up.
        var mixed = (run.high ^ (run.low &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 32
        return Int(truncatingIfNeeded: mixed) & (count - 1)
    }
}
