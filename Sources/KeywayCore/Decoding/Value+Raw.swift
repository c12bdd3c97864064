extension Value {
    /// The value as a provider says it, a duration in seconds and a case by one of its codes; nil for a withheld value, and for a case that
    /// the kind lacks.
    package func spoken(as kind: Kind, among enumerations: [Enumeration]) -> RawValue? {
        raw(as: kind, among: enumerations) { $0.spokenCode }
    }

    /// The value as a field of a raw callback or of a transcript has it, a duration in seconds; `spelling` says how a case is written.
    package func raw(
        as kind: Kind, among enumerations: [Enumeration], spelling: (Enumeration.Case) -> String
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
            return .list(
                spellings(of: position).enumerated().filter { bits & 1 << UInt64($0.offset) != 0 }
                    .map { .text($0.element) })
        default: return nil
        }
    }
}

extension Enumeration.Case {
    /// One of the case's codes; for a case with the code `*`, a code that no case is likely to have.
    fileprivate var spokenCode: String {
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
