import KeywayCore

extension DecoderTest.Literal {
    /// Raw values to try a test of the literal on: the literal in the spellings that a decoder takes, and its
    /// neighbours. They are called witnesses: that a row reads one of them shows that it can read something.
    var rawWitnesses: [RawValue] {
        switch self {
        case .integer(let number):
            [
                number, number.subtractingReportingOverflow(1).partialValue,
                number.addingReportingOverflow(1).partialValue,
            ]
            .map { .integer($0) } + [.text(spelling)]
        case .text(let text): text.isEmpty ? [] : [.text(text)]
        case .bool(let flag): [.bool(flag), .bool(!flag)]
        }
    }

    /// Raw values to try a test on that compares by order with the literal: `rawWitnesses`, and the numbers half-way to its neighbours.
    ///
    /// Past 2 to the 52nd no `Double` lies between two integers.
    var rawWitnessesOfOrder: [RawValue] {
        guard case .integer(let number) = self, (-(1 << 52) + 1..<1 << 52).contains(number) else { return rawWitnesses }
        return rawWitnesses + [.number(Double(number) - 0.5), .number(Double(number) + 0.5)]
    }
}

extension Kind {
    /// Raw values to try on a field of this kind: some that the field takes, and some just outside its range.
    func rawWitnesses(among enumerations: [Enumeration]) -> [RawValue] {
        switch self {
        case .bool: return [.bool(true), .bool(false)]
        case .integer(let bounds): return bounds.edges.map { .integer($0) }
        case .duration(let bounds):
            // A callback gives a duration in seconds; the field's bounds are in milliseconds.
            let whole = bounds.edges.flatMap { [$0 / 1000, $0 / 1000 + 1] }.map { RawValue.integer($0) }
            return whole + bounds.edges.map { .number(Double($0) / 1000) }
        case .text(let bounds): return Self.texts(of: bounds)
        case .enumCase(let enumeration): return enumerations[enumeration].rawWitnesses
        case .set(let enumeration):
            // Of lists with one code at most 64 are tried, so that an enum of very many codes takes no longer.
            let codes = enumerations[enumeration].rawWitnesses
            return [.list([]), .list(codes)] + codes.prefix(64).map { .list([$0]) }
        }
    }

    private static func texts(of bounds: ClosedRange<Int>) -> [RawValue] {
        // The upper bound may be the greatest integer. A text of more than 100,000 characters is worth building only
        // where the field takes no shorter one.
        let greatest = 100_000
        let upper = bounds.upperBound <= greatest ? [bounds.upperBound, bounds.upperBound + 1] : []
        let others = ([bounds.lowerBound - 1] + upper).filter { (1...greatest).contains($0) }
        let shortest = max(bounds.lowerBound, 1)
        let texts = Set(others + [shortest]).sorted().map { RawValue.text(.init(repeating: "x", count: $0)) }
        // A text field takes an integer as its digits, so 1 is one character: a length outside the bounds, unless they include 1.
        let digits = bounds.contains(1) ? [] : [RawValue.integer(1)]
        return texts + digits + integers(asLongAs: bounds).map { .integer($0) }
    }

    /// The outermost integers, below zero and from zero on, that a text field with these bounds takes as their digits: tests of the field
    /// may compare them by order.
    private static func integers(asLongAs bounds: ClosedRange<Int>) -> [Int64] {
        /// The least and the greatest integer of these numbers of digits; none where each has more digits than an integer can have.
        func integers(ofDigits digits: ClosedRange<Int>) -> [Int64] {
            guard digits.lowerBound <= 19 else { return [] }
            func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
            return [
                digits.lowerBound == 1 ? 0 : power(digits.lowerBound - 1),
                digits.upperBound >= 19 ? .max : power(digits.upperBound) - 1,
            ]
        }
        let positive = bounds.upperBound < 1 ? [] : integers(ofDigits: max(bounds.lowerBound, 1)...bounds.upperBound)
        // The sign is a character as well.
        let negative =
            bounds.upperBound < 2
            ? [] : integers(ofDigits: max(bounds.lowerBound - 1, 1)...bounds.upperBound - 1).map { -max($0, 1) }
        return positive + negative
    }
}

extension Enumeration {
    /// Each spelling among the cases' codes, and the bounds of each range of codes with their neighbours.
    fileprivate var rawWitnesses: [RawValue] {
        var witnesses: [RawValue] = []
        for code in cases.flatMap(\.codes) {
            switch code {
            case .spelling(let text): if !text.isEmpty { witnesses.append(.text(text)) }
            case .range(let bounds): witnesses += bounds.edges.map { .integer($0) }
            // The unknown text that `CallbackWitnesses` tries at every path is one of these.
            case .rest: break
            }
        }
        return witnesses
    }
}

extension ClosedRange<Int64> {
    /// The bounds and their neighbours.
    fileprivate var edges: [Int64] {
        [
            lowerBound, lowerBound.subtractingReportingOverflow(1).partialValue, upperBound,
            upperBound.addingReportingOverflow(1).partialValue,
        ]
    }
}
