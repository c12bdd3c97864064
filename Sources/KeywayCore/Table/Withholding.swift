extension Field {
    /// What a log may keep of the value: a classified one only as present.
    package func kept(_ value: Value?) -> Value? {
        value.map { classification == .plain ? $0 : .withheld }
    }
}

extension [Field] {
    /// What a log may keep of the values, in the order of the fields.
    package func kept(_ values: [Value?]) -> [Value?] {
        if allSatisfy({ $0.classification == .plain }) { return values }
        return indices.prefix(values.count).map { self[$0].kept(values[$0]) }
    }
}
