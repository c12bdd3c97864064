extension Field {
    /// The value as a log may keep it: `withheld` in the place of a classified one; nil where it is absent.
    package func withholdingClassified(_ value: Value?) -> Value? { classification.withholding(value) }
}

extension Field.Classification {
    /// The value as a log may keep it where a field or variable of this class has it.
    package func withholding(_ value: Value?) -> Value? { self == .plain || value == nil ? value : .withheld }

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
        // Only the class is read of each field: whoever takes the whole field copies it, with its name and kind.
        if !indices.contains(where: { isWithheld(self[$0].classification) }) { return values }
        // One value at a time: copying a whole list goes through the type metadata of `Value`, which takes longer.
        return indices.prefix(values.count).map { place in
            values[place] != nil && isWithheld(self[place].classification) ? .withheld : values[place]
        }
    }
}
