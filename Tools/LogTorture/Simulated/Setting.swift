import KeywayFileLog
import KeywayLog
import KeywayTesting

/// What a seed decides once, for all of its course.
struct Setting {
    let acknowledging: FileLog.Acknowledgement
    let segmentSize: UInt64
    /// How much of a segment is filled with zeros ahead: all of a small one, and a part of a large one.
    var roomAhead: UInt64? { segmentSize < 5_000 || triesSameAgain ? nil : segmentSize / 8 }
    let lives: Int
    let versions: [FlowVersion]
    /// The app makes the log's folder itself, and flushes nothing.
    let isFolderMadeByApp: Bool
    /// Of 100 records, how many are longer than a sector.
    let longRecords: Int

    /// After each end the same is tried again, in as many bytes, while the disk fails at the worst moments: what was written before
    /// then lies where it would fit behind what is written now.
    let triesSameAgain: Bool

    init(using chance: inout SeededGenerator) {
        acknowledging = Int.random(in: 0..<5, using: &chance) == 0 ? .written : .flushed
        triesSameAgain = Int.random(in: 0..<5, using: &chance) == 0
        let sizes: [UInt64] = [600, 1_000, 1_500, 2_500, 4_096, 6_000, 20_000, 4 << 20]
        segmentSize = triesSameAgain ? 40_000 : sizes.randomElement(using: &chance) ?? 600
        lives = Int.random(in: triesSameAgain ? 8...16 : 2...7, using: &chance)
        isFolderMadeByApp = Int.random(in: 0..<4, using: &chance) == 0
        longRecords = [0, 5, 40].randomElement(using: &chance) ?? 0
        // From less than a sector to several: a table and the records behind it are one write.
        versions = [40, 700, 3_000].map { Self.version($0, UInt8.random(in: .min ... .max, using: &chance)) }
    }

    /// A flow's version of so many bytes; those of one size differ in the first.
    static func version(_ size: Int, _ first: UInt8) -> FlowVersion {
        var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
        bytes[0] = first
        return FlowVersion(table: bytes, annotations: [])
    }
}
