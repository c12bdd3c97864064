import KeywayCore
import KeywayLog

/// Where a node keeps what an asker brought, until the asker is answered.
enum AskerPlace: Equatable, Sendable {
    /// An input of this run.
    case run(RunID)
    /// A device's word that no run has yet, or that is only kept.
    case device(DeviceID)
}
