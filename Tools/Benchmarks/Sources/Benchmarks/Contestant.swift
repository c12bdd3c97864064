import CFlatTable
import Keyway

/// A way to take the workload's events through the flow.
protocol Contestant {
    var name: String { get }
    /// Puts the runs of a batch at their beginning; not timed.
    mutating func begin()
    /// Takes the events in order and goes on with the checksum.
    mutating func reduce(_ events: [RawEvent], _ checksum: UInt64) -> UInt64
    /// What became of the runs: state, counters, deadlines and open orders; not timed.
    func checksumOfRuns() -> UInt64
}

/// The order-dependent sum that every contestant makes of its steps.
@inline(__always)
func mixed(_ checksum: UInt64, row: Int?, _ disposition: Disposition, state: Int, _ effects: UInt32) -> UInt64 {
    var word = UInt64(row ?? 255)
    word |= UInt64(disposition.rawValue) << 8
    word |= UInt64(state) << 16
    word |= UInt64(effects) << 24
    return (checksum << 5 | checksum >> 59) ^ word
}
