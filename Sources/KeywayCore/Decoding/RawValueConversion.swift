extension RawValue {
    /// Whether the value counts as absent, as null and the empty text do.
    var isAbsent: Bool { self == .null || self == .text("") }

    /// The integer that the value is or spells; a number whose fraction is zero counts as an integer.
    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .text(let text): Int64(canonical: text)
        default: nil
        }
    }

    /// The text that the value is, or that its whole number or Boolean is written as; nil for all other values.
    var spelling: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) }
        case .bool(let flag): flag ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    /// The value at the path; nil where there is none, or where the value is null or the empty text.
    package func value(at path: [String]) -> RawValue? {
        var value = self
        for part in path {
            guard case .object(let fields) = value, let field = fields[part] else { return nil }
            value = field
        }
        return value.isAbsent ? nil : value
    }
}

extension Int64 {
    /// Reads an integer in the one form in which Swift prints it: no plus sign, no leading zero, no spaces.
    init?(canonical text: String) {
        guard let number = Int64(text), String(number) == text else { return nil }
        self = number
    }
}

extension Kind {
    /// The value of this kind that the raw value stands for; nil when it is of another type or outside the range.
    package func value(from raw: RawValue, among enumerations: [Enumeration]) -> Value? {
        switch self {
        case .bool:
            switch raw {
            case .bool(let flag): return .bool(flag)
            case .text("true"): return .bool(true)
            case .text("false"): return .bool(false)
            default: return nil
            }
        case .integer(let bounds):
            return raw.integer.flatMap { bounds.contains($0) ? .integer($0) : nil }
        case .duration(let bounds):
            return raw.milliseconds.flatMap { bounds.contains($0) ? .duration($0) : nil }
        case .text(let bounds):
            guard let text = raw.text, bounds.contains(text.unicodeScalars.count) else { return nil }
            return .text(text)
        case .enumCase(let position):
            guard enumerations.indices.contains(position), let spelling = raw.spelling else { return nil }
            return enumerations[position].position(of: spelling).map { .enumCase($0) }
        case .set(let position):
            guard enumerations.indices.contains(position), case .list(let elements) = raw else { return nil }
            var bits: UInt64 = 0
            for element in elements {
                guard let spelling = element.spelling, let place = enumerations[position].position(of: spelling),
                    place < 64
                else { return nil }
                bits |= 1 << UInt64(place)
            }
            return .set(bits)
        }
    }
}

extension RawValue {
    /// A duration in milliseconds: providers send seconds, whole or not, and whole ones also as a text of digits. Nil for any other value,
    /// and for one that is too large.
    fileprivate var milliseconds: Int64? {
        if let seconds = integer {
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? nil : product
        }
        guard case .number(let seconds) = self else { return nil }
        return Int64(exactly: (seconds * 1000).rounded())
    }

    /// A text, or an integer as its digits.
    fileprivate var text: String? {
        switch self {
        case .text(let text): text
        case .integer, .number: integer.map { String($0) }
        default: nil
        }
    }
}

extension Enumeration {
    /// The case that has this spelling or its number among its codes, else the case whose code is `*`; nil where there is none.
    func position(of spelling: String) -> Int? {
        let number = Int64(canonical: spelling)
        var rest: Int?
        for (position, enumCase) in cases.enumerated() {
            for code in enumCase.codes {
                switch code {
                case .spelling(let word) where word == spelling: return position
                case .range(let bounds): if let number, bounds.contains(number) { return position }
                case .rest: rest = position
                case .spelling: break
                }
            }
        }
        return rest
    }
}
