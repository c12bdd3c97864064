extension Field {
    /// What a log may keep of the value: a classified one only as present.
    public func kept(_ value: Value?) -> Value? {
        value.map { classification == .plain ? $0 : .withheld }
    }
}

extension Sequence where Element == Field {
    /// What a log may keep of the values, in the order of the fields.
    public func kept(_ values: [Value?]) -> [Value?] {
        zip(self, values).map { $0.kept($1) }
    }
}
