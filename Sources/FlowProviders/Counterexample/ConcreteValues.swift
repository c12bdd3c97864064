package import KeywayCore

extension Field {
    /// The value of an explored event as an app or a provider could pass it; nil for an absent one.
    ///
    /// A text or a duration is made up, because exploring knows only whether there is one. So is a withheld value, and a required one that
    /// exploring left out, as where no row reads the event.
    package func concrete(_ value: Value?) -> Value? {
        guard let value = value ?? (isOptional ? nil : kind.representative) else { return nil }
        switch kind {
        // An empty text would be an absent one.
        case .text(let length): return .text(String(repeating: "1", count: Int(clamping: max(1, length.lowerBound))))
        // Long enough that something can happen meanwhile.
        case .duration(let bounds): return .duration(min(max(60_000, bounds.lowerBound), bounds.upperBound))
        case .bool, .integer, .enumCase, .set: return value == .withheld ? kind.representative : value
        }
    }

    /// The value of an explored event as `CallbackSearch` is asked for it: of a text or a duration only that it is there (`withheld`).
    func wantedInSearch(_ value: Value?) -> Value? {
        switch kind {
        case .text, .duration: value == nil ? nil : .withheld
        case .bool, .integer, .enumCase, .set: value
        }
    }
}

extension [Field] {
    /// The values as a transcript's command or reply has them, by the names of their fields; absent ones are left out.
    package func arguments(_ values: [Value?], among enumerations: [Enumeration]) -> [String: RawValue] {
        var arguments: [String: RawValue] = [:]
        for (field, value) in zip(self, values) {
            arguments[field.name] = value?.raw(as: field.kind, among: enumerations) { $0.name }
        }
        return arguments
    }
}
