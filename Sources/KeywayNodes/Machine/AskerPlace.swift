import KeywayCore
import KeywayLog

/// Where a node keeps what an asker brought, until the asker is answered.
enum AskerPlace: Equatable, Sendable {
    /// At this run: a waiting or decided input, or the request by which the run begins.
    case run(RunID)
    /// A device's word that no run has yet, or that is only kept.
    case device(DeviceID)
}
