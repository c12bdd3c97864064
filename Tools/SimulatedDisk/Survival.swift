/// What a loss of power leaves of all that was written and not flushed.
package enum Survival: Hashable, Sendable {
    /// Nothing of it.
    case nothing
    /// All of it.
    case everything
    /// What was written before a moment, by the count of changes.
    case before(UInt64)
    /// Each sector and each name by itself, so many of 100.
    case any(percent: Int)

    /// One of the four, drawn; `changes` is the number of changes so far.
    static func drawn(
        changes: UInt64, since first: UInt64, using chance: inout some RandomNumberGenerator
    ) -> Survival {
        switch Int.random(in: 0..<8, using: &chance) {
        case 0, 1: .nothing
        case 2: .everything
        case 3: .before(UInt64.random(in: min(first, changes)...changes, using: &chance))
        default: .any(percent: [20, 50, 50, 80].randomElement(using: &chance) ?? 50)
        }
    }

    /// Whether a change survives that was made as the nth.
    func keeps(_ change: UInt64, using chance: inout some RandomNumberGenerator) -> Bool {
        switch self {
        case .nothing: false
        case .everything: true
        case .before(let moment): change < moment
        case .any(let percent): Int.random(in: 0..<100, using: &chance) < percent
        }
    }
}
