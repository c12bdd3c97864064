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

    /// The value of an explored event as a search is asked for it: of a text or a duration only that it is there.
    func unlessMerged(_ value: Value?) -> Value? {
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
            arguments[field.name] = value?.raw(field.kind, enumerations) { $0.name }
        }
        return arguments
    }
}

extension Value {
    /// The value as a provider speaks it, cases by their codes; nil for a text that is withheld, and for a case that the kind lacks.
    func spoken(as kind: Kind, among enumerations: [Enumeration]) -> RawValue? {
        raw(kind, enumerations) { $0.spelling }
    }

    /// The value as a field of a raw callback or a transcript has it, durations in seconds; `spelling` says how a case is written.
    fileprivate func raw(
        _ kind: Kind, _ enumerations: [Enumeration], _ spelling: (Enumeration.Case) -> String
    ) -> RawValue? {
        func spellings(of position: Int) -> [String] {
            enumerations.indices.contains(position) ? enumerations[position].cases.map(spelling) : []
        }
        switch (self, kind) {
        case (.bool(let flag), _): return .bool(flag)
        case (.integer(let number), _): return .integer(number)
        case (.duration(let milliseconds), _):
            return milliseconds % 1000 == 0 ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
        case (.text(let text), _): return .text(text)
        case (.enumCase(let number), .enumCase(let position)):
            let spellings = spellings(of: position)
            return spellings.indices.contains(number) ? .text(spellings[number]) : nil
        case (.set(let bits), .set(let position)):
            return .list(spellings(of: position).enumerated().filter { bits.has($0.offset) }.map { .text($0.element) })
        default: return nil
        }
    }
}

extension Enumeration.Case {
    /// One of the case's codes; for a case with the code `*`, a code that no case is likely to have.
    fileprivate var spelling: String {
        for code in codes {
            switch code {
            case .spelling(let text): return text
            case .range(let bounds): return String(bounds.lowerBound)
            case .rest: continue
            }
        }
        return codes.isEmpty ? name : "?"
    }
}
