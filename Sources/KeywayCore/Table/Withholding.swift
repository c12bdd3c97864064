extension Field {
    /// The value as a log may keep it: `withheld` in the place of a classified one; nil where it is absent.
    package func withholdingClassified(_ value: Value?) -> Value? {
        value.map { classification == .plain ? $0 : .withheld }
    }
}

extension Field.Classification {
    /// Whether a log may have such values encrypted with the key of their run; a transient value is in memory only.
    package var isSealable: Bool { self == .personal || self == .secret }
}

extension [Field] {
    /// The values as a log may keep them, in the order of the fields.
    package func withholdingClassified(_ values: [Value?]) -> [Value?] { withholding(values) { $0 != .plain } }

    /// The values as memory may keep them when the step that they came with is over.
    package func withholdingTransient(_ values: [Value?]) -> [Value?] { withholding(values) { $0 == .transient } }

    /// Whether one of the values is in memory for one step only.
    package var haveTransientOnes: Bool { contains { $0.classification == .transient } }

    private func withholding(_ values: [Value?], of isWithheld: (Field.Classification) -> Bool) -> [Value?] {
        if !contains(where: { isWithheld($0.classification) }) { return values }
        var kept: [Value?] = []
        kept.reserveCapacity(values.count)
        // One value at a time: copying a whole list goes through the type metadata of `Value`, which takes longer.
        for place in indices.prefix(values.count) {
            let isKept = values[place] == nil || !isWithheld(self[place].classification)
            kept.append(isKept ? values[place] : .withheld)
        }
        return kept
    }
}
