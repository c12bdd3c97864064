import KeywayFileLog

/// A mistake that is made on purpose, to show that the torture finds it.
enum LogMistake: String, CaseIterable {
    /// No file is ever flushed.
    case flushSkipped
    /// A flush that failed counts as done.
    case flushErrorIgnored
    /// A log that is opened again does not flush its folder, so that the names of files may be lost.
    case folderNotFlushedOnReopening
    /// Of the names on the way to a new log only that of its own folder is flushed.
    case onlyOwnNameFlushed
    /// A log that is opened again does not write anew what it reads at its end, though the disk may never have kept those bytes.
    case tailNotWrittenAgain
    /// How far the log was flushed is not looked at: a bad block is always taken for one that was never finished.
    case durableMarkIgnored
    /// The epochs of openings (their numbers) are not compared. So a block that one opening wrote and a later one took out of the log is
    /// read as a part of the log.
    case epochIgnored
    /// A bad block that had been flushed is set aside like one that was never finished.
    case damageTruncated
    /// Unfinished bytes at the end of the log are not set aside before more is written.
    case tornTailKept
    /// An append that the log refuses as a conflict counts as done where the log has equal records, whoever wrote them.
    case repetitionByContent
    /// An append is reported to be durable before it is written. An app would then carry out the run's effects too early.
    case effectBeforeDurability
    /// The key by which a backend knows an effect lacks the salt of the log's opening.
    case keyWithoutSalt

    /// A log that is closed calls the appends durable that wait, and writes none of them.
    case closingWritesNothing
    /// A log that has met a full disk takes nothing more, also once there is room again.
    case fullDiskEndsLog
    /// Of a log that is refused as damaged the file `head.index` is removed, which says how far the log was flushed.
    case refusedWithoutHead
    /// A mark counts one block more than are flushed.
    case markAhead
    /// The segments of a damaged log that is moved away are cut to nothing.
    case evidenceCut

    /// The mistake as the log itself can make it; nil for one that is made in the disk below the log, or around the log.
    var madeInLog: PlantedFault? { PlantedFault(rawValue: rawValue) }
}
