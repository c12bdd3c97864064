import KeywayCore

/// Values that stand for all others of a kind where it makes no difference which one it is.
extension Kind {
    /// Some value of this kind.
    var representative: Value {
        switch self {
        case .bool: .bool(false)
        case .integer(let bounds): .integer(bounds.lowerBound)
        case .duration(let bounds): .duration(bounds.lowerBound)
        case .text: .withheld
        case .enumCase: .enumCase(0)
        case .set: .set(0)
        }
    }

    /// Whether the value is an integer outside of the kind's bounds. No checked flow lets this happen.
    func isExceeded(by value: Value?) -> Bool {
        guard case .integer(let bounds) = self, case .integer(let number)? = value else { return false }
        return !bounds.contains(number)
    }
}
