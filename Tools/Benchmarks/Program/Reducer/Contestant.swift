import CFlatTable
import KeywayCore

/// A way to take the workload's events through the flow.
protocol Contestant {
    var name: String { get }
    /// Puts the runs of a batch at their beginning; not timed.
    mutating func begin(with events: [RawEvent])
    /// Takes the events in order and goes on with the checksum.
    mutating func reduce(_ checksum: UInt64) -> UInt64
    /// What became of the runs: state, counters, deadlines and open orders; not timed.
    func checksumOfRuns() -> UInt64
}

/// The order-dependent sum that every contestant makes of its steps.
@inline(__always)
func mixed(_ checksum: UInt64, _ disposition: Disposition, state: Int, effects: UInt64) -> UInt64 {
    let word = UInt64(disposition.rawValue) | UInt64(truncatingIfNeeded: state) << 8 | effects << 16
    return (checksum << 5 | checksum >> 59) ^ word
}
