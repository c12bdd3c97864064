extension Kind {
    /// The least and the greatest value of the kind, in the order in which guards compare values or else cases stand; of a set none of the
    /// cases and all of them. Nil for a text, whose length alone is bounded, and for an enum without cases.
    package func ends(among enumerations: [Enumeration]) -> (least: Value, greatest: Value)? {
        switch self {
        case .bool: (.bool(false), .bool(true))
        case .integer(let bounds): (.integer(bounds.lowerBound), .integer(bounds.upperBound))
        case .duration(let bounds): (.duration(bounds.lowerBound), .duration(bounds.upperBound))
        case .enumCase(let position):
            enumerations[position].cases.isEmpty
                ? nil : (.enumCase(0), .enumCase(enumerations[position].cases.count - 1))
        case .set(let position): (.set(0), .set(enumerations[position].setOfAllCases))
        case .text: nil
        }
    }

    /// All values of a bool, an enum or an int, in their order; nil for an int with more values than `limit`, and for a duration, a text or
    /// a set, whose values are not listed here.
    package func values(among enumerations: [Enumeration], ofIntsAtMost limit: Int) -> [Value]? {
        switch self {
        case .bool: [.bool(false), .bool(true)]
        // The distance of any two bounds fits into 64 bits without a sign.
        case .integer(let bounds):
            UInt64(bitPattern: bounds.upperBound &- bounds.lowerBound) < UInt64(limit)
                ? bounds.map { .integer($0) } : nil
        case .enumCase(let position): enumerations[position].cases.indices.map { .enumCase($0) }
        case .duration, .text, .set: nil
        }
    }
}
