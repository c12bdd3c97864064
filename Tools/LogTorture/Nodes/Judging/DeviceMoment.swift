import KeywayCore
import KeywayLog
import KeywayRuns

/// A record of a run on a device, as far as it is about what the device's runs share.
struct DeviceMoment {
    let device: DeviceID
    let run: RunID
    /// The number of the append, over all runs; of the moments of one append the order is that of the records.
    let number: Int
    let at: Int64
    let sequence: UInt64
    /// Whether the run stands in line behind the record, and whether it holds the lane.
    let waits: Bool
    let holds: Bool
    /// Whether the record has the SDK called.
    let calls: Bool
    /// Whether the record tells a word of the device that came to the run itself.
    let hears: Bool
}
