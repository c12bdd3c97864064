import KeywayCore
import KeywayLog
import KeywayRuns

/// What a record of a run on a device says of what all runs on the device share: the line for its SDK's lane, and the SDK's words.
struct DeviceMoment {
    let device: DeviceID
    let run: RunID
    /// The number of the append that the record came with, counted over all runs.
    let number: Int
    /// When the engine did that append, in milliseconds.
    let at: Int64
    let sequence: UInt64
    /// Whether the run, after this record, waits in the line for the lane.
    let waits: Bool
    /// Whether the run, after this record, holds the lane.
    let holds: Bool
    /// Whether the record orders a call of the SDK, or takes such an order over from a node that is gone.
    let calls: Bool
    /// Whether the record tells a word that the device's SDK said while the run went on.
    let hears: Bool
}
