/// A mistake that the log makes on purpose, so that `LogTorture --planted` can show that it would be found.
///
/// Only tests and LogTorture can set one. LogTorture makes mistakes in calls to the disk by a disk of its own.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// How far the log was flushed is not looked at: a bad block is always taken for one that was never finished.
    case durableMarkIgnored
    /// A block that an earlier opening left, and a later one took out of the log, is taken for a part of the log.
    case epochIgnored
    /// A bad block that had been flushed is set aside like one that was never finished.
    case damageTruncated
    /// Unfinished bytes at the end of the log are not set aside before more is written.
    case tornTailKept
}
