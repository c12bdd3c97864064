/// What an event meant to the leg that it came to, in the state in which that leg was.
public enum Disposition: UInt8, Sendable, CaseIterable {
    /// The event moved the run, perhaps into the same state anew.
    case taken = 0
    /// The event left the run in its state; it may have set variables and ordered something.
    case stayed = 1
    /// The event was expected and is harmless: nothing is done.
    case ignored = 2
    /// A command that is not allowed now.
    case rejected = 3
    /// A callback or reply that came too late or out of order, or any other fact that came after the end.
    case late = 4
    /// A reply to an order that is closed, or a callback of an attempt that another has superseded.
    case stale = 5
    /// A callback that no decoder row of the flow matches, and that did not move the run.
    case unrecognised = 6
}

extension Disposition: CustomStringConvertible {
    /// The word that timelines and JSON have for it: `taken`, `unrecognised`.
    public var description: String {
        switch self {
        case .taken: "taken"
        case .stayed: "stayed"
        case .ignored: "ignored"
        case .rejected: "rejected"
        case .late: "late"
        case .stale: "stale"
        case .unrecognised: "unrecognised"
        }
    }
}
