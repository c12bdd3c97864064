/// A mistake that the log makes on purpose, so that `LogTorture --planted` can show that the tool would find such a mistake.
///
/// Only tests and LogTorture can set one. Wrong calls to the disk are not among these: LogTorture has a disk of its own for them.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// An opening ignores how far the log was flushed, so it takes each bad block for one whose writing was never finished.
    case durableMarkIgnored
    /// The epochs of openings (their numbers) are not compared. So a block that one opening wrote and a later one took out of the log is
    /// read as a part of the log.
    case epochIgnored
    /// A bad block that had been flushed is set aside like one that was never finished.
    case damageTruncated
    /// Unfinished bytes at the end of the log are not set aside before more is written.
    case tornTailKept
    /// A log that is closed calls the appends durable that wait, and writes none of them.
    case closingWritesNothing
    /// A log that has met a full disk takes nothing more, also once there is room again.
    case fullDiskEndsLog
}
