/// Which of the changes that were not flushed survive a loss of power.
package enum Survival: Hashable, Sendable {
    /// None.
    case nothing
    /// All.
    case everything
    /// The changes with a number below this one.
    case before(UInt64)
    /// Each change of a sector or a name with this chance, whatever becomes of the others.
    case any(percent: Int)

    /// Draws one of the four cases. `changes` is the number of changes so far, `first` that at the last loss of power.
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

    /// Whether the change with this number survives.
    func keeps(_ change: UInt64, using chance: inout some RandomNumberGenerator) -> Bool {
        switch self {
        case .nothing: false
        case .everything: true
        case .before(let moment): change < moment
        case .any(let percent): Int.random(in: 0..<100, using: &chance) < percent
        }
    }
}
