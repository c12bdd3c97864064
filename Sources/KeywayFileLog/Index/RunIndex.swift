import KeywayCore

/// Where each run of a log stands: 40 bytes a run, and 5 to 11 to find it.
///
/// It grows in chunks, so nothing is copied and nothing is reserved in vain. Only one thread may change it, and nobody may read
/// meanwhile; that thread itself reads without a lock.
final class RunIndex: @unchecked Sendable {
    /// Where a run stands.
    struct Entry {
        var run: RunID
        /// Of its last record, in milliseconds.
        var time: Int64
        /// The block that has its last records.
        var place: BlockPlace
        /// The sequence of its next record.
        var next: UInt32
        /// Bit 0: the run is open. The others: of the reference, as `RunIndex.hash(of:)` has it.
        var marks: UInt32

        var isOpen: Bool { marks & 1 == 1 }
        /// What can be told of the reference; 0 where the run has none.
        var reference: UInt32 { marks >> 1 }
    }

    private static let chunkLength = 1024
    private var chunks: [UnsafeMutablePointer<Entry>] = []
    /// In the order in which the runs began.
    private(set) var count = 0
    /// 0 where nothing is, else an entry's place and 1.
    private var slots: UnsafeMutableBufferPointer<UInt32>

    init() {
        slots = .allocate(capacity: 1024)
        slots.initialize(repeating: 0)
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
        slots.deallocate()
    }

    /// Tells most references apart; 0 is none.
    static func hash(of reference: UnsafeRawBufferPointer?) -> UInt32 {
        reference.map { CRC32C.checksum(of: $0) >> 1 | 1 } ?? 0
    }

    static func hash(of reference: String?) -> UInt32 {
        reference.map { reference in Array(reference.utf8).withUnsafeBytes { hash(of: $0) } } ?? 0
    }

    /// The run's place among all.
    func find(_ run: RunID) -> Int? {
        // Read once: each access to a variable of an object is watched at run time.
        let (slots, chunks) = (slots, chunks)
        var slot = Self.firstSlot(of: run, among: slots.count)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if chunks[place / Self.chunkLength][place % Self.chunkLength].run == run { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    subscript(place: Int) -> Entry {
        get { chunks[place / Self.chunkLength][place % Self.chunkLength] }
        set { chunks[place / Self.chunkLength][place % Self.chunkLength] = newValue }
    }

    /// Adds a run that is not there yet.
    func add(_ entry: Entry) {
        if count == chunks.count * Self.chunkLength { chunks.append(.allocate(capacity: Self.chunkLength)) }
        chunks[count / Self.chunkLength].advanced(by: count % Self.chunkLength).initialize(to: entry)
        count += 1
        if count * 4 > slots.count * 3 { grow() } else { note(count - 1) }
    }

    private func grow() {
        let larger = slots.count * 2
        slots.deallocate()
        slots = .allocate(capacity: larger)
        slots.initialize(repeating: 0)
        for place in 0..<count { note(place) }
    }

    private func note(_ place: Int) {
        var slot = Self.firstSlot(of: self[place].run, among: slots.count)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(truncatingIfNeeded: place + 1)
    }

    private static func firstSlot(of run: RunID, among count: Int) -> Int {
        // Identities need not be random: those of tests are counted.
        var mixed = (run.high ^ (run.low &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 32
        return Int(truncatingIfNeeded: mixed) & (count - 1)
    }
}
