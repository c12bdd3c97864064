import KeywayFileLog

/// A mistake that is made on purpose, to show that the torture finds it.
enum LogMistake: String, CaseIterable {
    case flushSkipped
    case flushErrorIgnored
    case folderNotFlushedOnReopening
    case tailNotWrittenAgain
    case durableMarkIgnored
    case epochIgnored
    case damageTruncated
    case tornTailKept
    case repetitionByContent
    case effectBeforeDurability
    case keyWithoutSalt

    /// The same in the log itself; nil for a mistake that is made in the disk below it or around it.
    var inside: PlantedFault? { PlantedFault(rawValue: rawValue) }
}
