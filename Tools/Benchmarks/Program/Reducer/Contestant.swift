import CFlatTable
import KeywayCore

/// A way to decide the workload's events by the flow; the contestants are timed against each other.
protocol Contestant {
    var name: String { get }
    /// Puts the runs of a batch at their beginning; not timed.
    mutating func begin(with events: [RawEvent])
    /// Decides the events in order; returns the checksum with every step mixed into it. This is what is timed.
    mutating func reduce(_ checksum: UInt64) -> UInt64
    /// A checksum of what became of the runs: state, counters, deadlines and open orders; not timed.
    func checksumOfRuns() -> UInt64
}

/// The checksum with one step mixed in, as every contestant does it; equal sums say that all decided alike, in the same order.
@inline(__always)
func mixed(_ checksum: UInt64, _ disposition: Disposition, state: Int, effects: UInt64) -> UInt64 {
    let word = UInt64(disposition.rawValue) | UInt64(truncatingIfNeeded: state) << 8 | effects << 16
    return (checksum << 5 | checksum >> 59) ^ word
}
