extension Field {
    /// The value as a log may keep it: `withheld` in the place of a classified one; nil where it is absent.
    package func kept(_ value: Value?) -> Value? {
        value.map { classification == .plain ? $0 : .withheld }
    }
}

extension Field.Classification {
    /// Whether a log may have such values encrypted with the key of their run: a transient one is nowhere but in memory.
    package var isSealable: Bool { self == .personal || self == .secret }
}

extension [Field] {
    /// The values as a log may keep them, in the order of the fields.
    package func kept(_ values: [Value?]) -> [Value?] {
        if allSatisfy({ $0.classification == .plain }) { return values }
        return indices.prefix(values.count).map { self[$0].kept(values[$0]) }
    }
}
