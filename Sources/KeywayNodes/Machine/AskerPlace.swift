import KeywayCore
import KeywayLog

/// Where a node keeps what an asker brought, until the asker is answered.
enum AskerPlace: Equatable, Sendable {
    /// At this run: a waiting or decided input, or the request by which the run begins.
    case run(RunID)
    /// At this device: a word that is not handed to a run yet, or that the log is only to keep for later runs.
    case device(DeviceID)
}
