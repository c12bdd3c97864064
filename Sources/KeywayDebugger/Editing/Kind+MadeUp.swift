package import KeywayCore

extension [Field] {
    /// The values, with a made-up one in the place of each that no log has in clear.
    package func madeUp(_ values: [Value?]) -> [Value?] {
        zip(self, values).map { field, value in value == .withheld ? field.kind.madeUp : value }
    }
}

extension Kind {
    /// A value of this kind, for the place of one that no log has in clear: the least, or the first case of an enum.
    var madeUp: Value {
        switch self {
        case .bool: .bool(false)
        case .integer(let bounds): .integer(bounds.lowerBound)
        case .duration(let bounds): .duration(bounds.lowerBound)
        // An empty text would be an absent one.
        case .text(let length): .text(String(repeating: "1", count: max(1, length.lowerBound)))
        case .enumCase: .enumCase(0)
        case .set: .set(0)
        }
    }
}
