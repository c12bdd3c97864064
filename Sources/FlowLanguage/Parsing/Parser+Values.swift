extension Parser {
    /// Reads a name; a reserved word is reported and taken as a name. `expectation` says in a message what the name is for.
    mutating func name(_ expectation: String) throws(Unreadable) -> Name {
        let token = current
        guard token.kind == .word else { throw unexpected(expectation) }
        if token.keyword?.isReserved == true {
            // At the beginning of a line the reserved word more likely begins the next row, and this one lacks the name.
            if position > elementStart, isFirstOfLine(position) { throw unexpected(expectation) }
            report(reserved: token)
        }
        position += 1
        return Name(text(of: token), at: token.range)
    }

    private mutating func report(reserved token: Token) {
        let message = "'\(text(of: token))' is a word of the language and can name nothing"
        log.add(.error(at: token.range, message, code: .reservedName), silencingSyntaxErrorsIn: token.line)
    }

    /// Reads the provider's own name for something: a word or, where it looks otherwise, a string.
    mutating func rawName(_ expectation: String) throws(Unreadable) -> Name {
        let token = current
        guard token.kind == .string else { return try name(expectation) }
        position += 1
        return Name(bytes.stringLiteral(at: token.range), at: token.range)
    }

    /// Reads `name: value, name: value` in parentheses; with `admittingSets` a value may be a set, as `{ silent, smart }`.
    mutating func arguments(admittingSets: Bool = false) throws(Unreadable) -> [Argument] {
        try parenthesized { parser throws(Unreadable) in
            try parser.list { parser throws(Unreadable) in
                let name = try parser.name("a field's name")
                try parser.expect(.colon)
                let isSet = admittingSets && parser.at(.leftBrace)
                return Argument(name: name, value: isSet ? try parser.caseSet() : try parser.value())
            }
        }
    }

    /// Reads `{ silent, smart }`, or `{}` for the empty set.
    private mutating func caseSet() throws(Unreadable) -> Operand {
        let start = position
        try expect(.leftBrace)
        openBrackets += 1
        let names =
            at(.rightBrace) ? [] : try list { parser throws(Unreadable) in try parser.name("a case") }
        try expect(.rightBrace)
        openBrackets -= 1
        return Operand(content: .set(names.map(\.text)), range: range(from: start))
    }

    /// Reads the values in parentheses, if there are any.
    mutating func valuesIfAny() throws(Unreadable) -> [Operand] {
        guard at(.leftParenthesis) else { return [] }
        return try parenthesized { parser throws(Unreadable) in
            try parser.list { parser throws(Unreadable) in try parser.value() }
        }
    }

    /// Reads a literal or a name.
    mutating func value(_ expectation: String = "a value") throws(Unreadable) -> Operand {
        let token = current
        let content: Operand.Content
        switch token.kind {
        case .string: content = .string(bytes.stringLiteral(at: token.range))
        case .integer: content = .integer(integer(in: token))
        case .duration: content = .duration(milliseconds(in: token))
        case .word:
            switch token.keyword {
            case .true: content = .bool(true)
            case .false: content = .bool(false)
            case .nil: content = .nil
            // `and`, `when` and their like follow a value, so the value is missing; `name` would take the word for a name.
            case let keyword where keyword?.followsValue == true: throw unexpected(expectation)
            default:
                let name = try name(expectation)
                return Operand(content: .name([name.text]), range: name.range)
            }
        default: throw unexpected(expectation)
        }
        position += 1
        return Operand(content: content, range: token.range)
    }

    /// Reads a literal or a path into a raw callback, whose parts may be any words: before a dot even `true`, `false` and `nil`.
    mutating func pathOrLiteral() throws(Unreadable) -> Operand {
        let token = current
        let isLiteral = token.keyword == .true || token.keyword == .false || token.keyword == .nil
        guard token.kind == .word, !isLiteral || following.kind == .dot else {
            return try value("a path or a literal")
        }
        return try path()
    }

    /// Reads `response.data.token`.
    mutating func path() throws(Unreadable) -> Operand {
        let start = position
        var parts: [String] = []
        repeat {
            guard current.kind == .word else { throw unexpected("a path's part") }
            parts.append(text(of: current))
            position += 1
        } while take(.dot)
        return Operand(content: .name(parts), range: range(from: start))
    }

    /// Reads an integer.
    mutating func integer(_ expectation: String = "an integer") throws(Unreadable) -> Located<Int> {
        let token = current
        guard token.kind == .integer else { throw unexpected(expectation) }
        position += 1
        return Located(integer(in: token), at: token.range)
    }

    /// Reads a duration, in milliseconds.
    mutating func duration() throws(Unreadable) -> Located<Int> {
        let token = current
        guard token.kind == .duration else { throw unexpected("a duration such as '30s'") }
        position += 1
        return Located(milliseconds(in: token), at: token.range)
    }

    /// Reads `0...3`.
    mutating func integerRange() throws(Unreadable) -> Located<ClosedRange<Int>> {
        let lower = try integer()
        try expect(.ellipsis)
        return bounds(lower, try integer())
    }

    /// Reads `5s...60s`, in milliseconds.
    mutating func durationRange() throws(Unreadable) -> Located<ClosedRange<Int>> {
        let lower = try duration()
        try expect(.ellipsis)
        return bounds(lower, try duration())
    }

    /// The range between two bounds; where the first is the greater, reports that, and takes them the other way round.
    private mutating func bounds(_ lower: Located<Int>, _ upper: Located<Int>) -> Located<ClosedRange<Int>> {
        let range = lower.range.through(upper.range)
        if lower.content > upper.content {
            let message = "the range from \(spelling(of: lower.range)) to \(spelling(of: upper.range)) is empty"
            log.add(.error(at: range, message, code: .emptyRange))
        }
        return Located(min(lower.content, upper.content)...max(lower.content, upper.content), at: range)
    }

    private func spelling(of range: SourceRange) -> String {
        String(decoding: bytes[range.lower..<range.upper], as: UTF8.self)
    }

    /// The value of an integer's token; `Int.max`, after a report, where the integer is greater.
    private mutating func integer(in token: Token) -> Int {
        guard let value = leadingInteger(of: token) else {
            let message = "the integer is too large: the largest is \(Int.max)"
            log.add(.error(at: token.range, message, code: .numberOutOfRange))
            return .max
        }
        return value
    }

    /// The milliseconds of a duration's token; `Int.max`, after a report, where the duration is longer.
    private mutating func milliseconds(in token: Token) -> Int {
        let letters = bytes[token.lower..<token.upper].drop(while: \.isDigit)
        let unit = DurationUnit(letters) ?? .milliseconds
        if let count = leadingInteger(of: token) {
            let (value, overflows) = count.multipliedReportingOverflow(by: unit.inMilliseconds)
            if !overflows { return value }
        }
        let message = "the duration is too long: the longest is \(Int.max)ms"
        log.add(.error(at: token.range, message, code: .numberOutOfRange))
        return .max
    }

    /// The token's digits as an integer; nil where they are too many for an `Int`.
    private func leadingInteger(of token: Token) -> Int? {
        var value = 0
        for byte in bytes[token.lower..<token.upper] {
            guard byte.isDigit else { break }
            let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, alsoOverflows) = tenfold.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            if overflows || alsoOverflows { return nil }
            value = sum
        }
        return value
    }
}
