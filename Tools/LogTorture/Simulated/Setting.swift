import KeywayFileLog
import KeywayLog
import KeywayTesting

/// What a seed draws once, for all of its course.
struct Setting {
    /// Whether the log reports an append as durable when it is flushed, or already when it is written.
    let acknowledging: FileLog.Acknowledgement
    /// How many bytes a segment takes, one of the log's files of records, before the next one begins.
    let segmentSize: UInt64
    /// How many bytes of a segment are filled with zeros ahead of their use; nil for the log's usual number, which fills a small segment.
    var roomAhead: UInt64? { segmentSize < 5_000 || livesAreAlike ? nil : segmentSize / 8 }
    /// How many lives the log has, each from an opening to the next end; after them the log is opened once more, for a last check.
    let lives: Int
    /// The versions of flows that runs begin with, of different sizes.
    let versions: [FlowVersion]
    /// How many of the folders on the way to the log the app makes itself, and does not flush.
    let foldersMadeByApp: Int
    /// Of 100 records, how many are longer than a sector of the disk.
    let longRecords: Int

    /// Whether each life appends the same number of bytes as the one before, and the disk fails when these are flushed.
    ///
    /// Bytes of an earlier life then lie on the disk exactly behind those of a later one, and may be taken for a part of the log.
    let livesAreAlike: Bool

    init(using chance: inout SeededGenerator) {
        acknowledging = Int.random(in: 0..<5, using: &chance) == 0 ? .written : .flushed
        livesAreAlike = Int.random(in: 0..<5, using: &chance) == 0
        let sizes: [UInt64] = [600, 1_000, 1_500, 2_500, 4_096, 6_000, 20_000, 4 << 20]
        segmentSize = livesAreAlike ? 40_000 : sizes.randomElement(using: &chance) ?? 600
        lives = Int.random(in: livesAreAlike ? 8...16 : 2...7, using: &chance)
        foldersMadeByApp = [0, 0, 1, 2, 3].randomElement(using: &chance) ?? 0
        longRecords = [0, 5, 40].randomElement(using: &chance) ?? 0
        // From less than a sector to several: a table and the records behind it are one write.
        versions = [40, 700, 3_000].map { Self.version($0, UInt8.random(in: .min ... .max, using: &chance)) }
    }

    /// A flow's version with a table of `size` bytes, of which `first` is the first, so that versions of one size differ.
    static func version(_ size: Int, _ first: UInt8) -> FlowVersion {
        var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
        bytes[0] = first
        return FlowVersion(table: bytes, annotations: [])
    }
}
