/// A mistake that the torture of the log makes on purpose, to show that it would be found.
///
/// Nothing but tests and the torture can set one. Mistakes that can be made outside of the log are not here.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// What was flushed is not asked for: a bad block is always taken for one that was never finished.
    case durableMarkIgnored
    /// A block of an earlier opening is taken for one of the last.
    case epochIgnored
    /// A bad block that had been flushed is set aside like one that was never finished.
    case damageTruncated
    /// What was never finished is not set aside before more is written.
    case tornTailKept
}
