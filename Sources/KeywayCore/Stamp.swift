/// Whether a callback belongs to the attempt that is running.
public enum Stamp: UInt8, Sendable {
    /// The source cannot say: it is one for all attempts and runs.
    case unknown = 0
    /// Of the attempt that runs, or the answer to an effect that is open.
    case current = 1
    /// Of an attempt that another has superseded, or an answer to an effect that is closed.
    case stale = 2
}

extension Stamp: CustomStringConvertible {
    /// The word that timelines and JSON have for it.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .current: "current"
        case .stale: "stale"
        }
    }
}
