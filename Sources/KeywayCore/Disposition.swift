/// What an event meant where it came.
public enum Disposition: UInt8, Sendable, CaseIterable {
    /// It moved the run, perhaps into the same state anew.
    case taken = 0
    /// It was accepted without a move.
    case stayed = 1
    /// Expected and harmless.
    case ignored = 2
    /// A command that is not allowed now.
    case rejected = 3
    /// A provider's word that came too late or out of order.
    case late = 4
    /// It belongs to something that is closed or superseded.
    case stale = 5
    /// No row of the decoder knows the callback.
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
