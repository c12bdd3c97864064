import KeywayCore
import KeywayLog

/// Where a node has what somebody brought who waits for an answer.
enum AskerPlace: Equatable, Sendable {
    case run(RunID)
    /// A device's word that no run has yet, or that is only kept.
    case device(DeviceID)
}
