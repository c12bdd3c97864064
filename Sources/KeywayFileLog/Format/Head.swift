import KeywayCore

/// Up to where a writer had flushed the log, as one of the two slots of the file `head.index` keeps it.
///
/// With it an opening tells a block that was damaged after its flush from one that was never finished.
struct Head: Equatable, Sendable {
    /// How many bytes a slot has. Two slots are written in turn, so that one is whole at every moment.
    static let slotLength = 64
    /// How many bytes `head.index` has.
    static let fileLength = 2 * slotLength
    static let magic = Array("KEYWAYHD".utf8)

    var log: FileLog.ID
    /// The number of the opening of the log that wrote the slot: each opening has one more than the one before.
    var epoch: UInt32
    /// The number of the first block that is not known to be flushed.
    var firstUnflushed: UInt64
    /// Where the block with the number `firstUnflushed` begins, or will begin.
    var place: BlockPlace
    /// Tells which slot is the later one: it has the higher counter.
    var counter: UInt64
    /// No writer ever counts so far: a slot with a greater counter is taken for a damaged one, so that counting on cannot overflow.
    private static let greatestCounter = UInt64.max / 2

    /// The 64 bytes of a slot.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.fixed(SegmentHeader.version)
        writer.fixed(epoch)
        writer.identity(log.high, log.low)
        writer.fixed(firstUnflushed)
        writer.fixed(counter)
        writer.fixed(place.segment)
        writer.fixed(place.offset)
        // Four bytes without a meaning fill the slot up.
        writer.fixed(UInt32(0))
        writer.fixed(CRC32C.checksum(of: writer.bytes))
        return writer.bytes
    }

    init(log: FileLog.ID, epoch: UInt32, firstUnflushed: UInt64, place: BlockPlace, counter: UInt64) {
        self.log = log
        self.epoch = epoch
        self.firstUnflushed = firstUnflushed
        self.place = place
        self.counter = counter
    }

    /// Reads the bytes of a slot; nil if they are not whole, or of another version of the format.
    init?(slot bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(Array(bytes))
        guard bytes.count == Self.slotLength, (try? reader.raw(Self.magic.count)) == Self.magic,
            (try? reader.fixed(UInt32.self)) == SegmentHeader.version, let epoch = try? reader.fixed(UInt32.self),
            let log = try? reader.identity(), let firstUnflushed = try? reader.fixed(UInt64.self),
            let counter = try? reader.fixed(UInt64.self), counter <= Self.greatestCounter,
            let segment = try? reader.fixed(UInt32.self),
            let offset = try? reader.fixed(UInt32.self), (try? reader.fixed(UInt32.self)) == 0,
            let checksum = try? reader.fixed(UInt32.self),
            checksum == CRC32C.checksum(of: bytes.dropLast(4))
        else { return nil }
        self.init(
            log: FileLog.ID(high: log.high, low: log.low), epoch: epoch, firstUnflushed: firstUnflushed,
            place: BlockPlace(segment: segment, offset: offset), counter: counter)
    }
}

/// What the bytes of `head.index` say.
struct HeadReading: Equatable, Sendable {
    /// The later of the slots that can be read; nil where none can.
    private(set) var head: Head?
    /// The slots that are not whole, or of another version of the format, by their index, 0 or 1; both where the file is empty.
    private(set) var badSlots: [Int] = []
    /// How many bytes the file has behind its two slots. No writer puts any there: a scan reports them, and an opening that writes cuts
    /// them off.
    private(set) var excess: Int

    /// `bytes`: the file's first bytes, enough for both slots where the file has so many. `size`: how many bytes the file has.
    init(_ bytes: [UInt8], size: UInt64) {
        excess = max(0, Int(clamping: size) - Head.fileLength)
        for slot in 0..<2 {
            let range = slot * Head.slotLength..<(slot + 1) * Head.slotLength
            if let found = Head(slot: bytes[range.clamped(to: 0..<bytes.count)]) {
                if head.map({ $0.counter < found.counter }) ?? true { head = found }
            } else {
                badSlots.append(slot)
            }
        }
    }
}
