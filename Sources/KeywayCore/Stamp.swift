/// Whether a callback belongs to the attempt that is running in the leg that hears it, or a reply to an order that is open.
///
/// Effects that the flow declares so, such as a call that asks an SDK once more, begin another attempt of their leg.
public enum Stamp: UInt8, Sendable {
    /// Not known: the callback carries no attempt number, or the event is neither a callback nor a reply.
    case unknown = 0
    /// A callback of the attempt that runs, or the answer to an effect that is open.
    case current = 1
    /// A callback of an attempt that another has superseded, a callback that answers another leg's call, or a reply to a closed order.
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
