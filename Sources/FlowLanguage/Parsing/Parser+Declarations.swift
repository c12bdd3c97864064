extension Parser {
    /// Reads one declaration of the file.
    mutating func declaration() throws(Unreadable) -> Declaration {
        let start = position
        let keyword = current.keyword
        advance()
        switch keyword {
        case .type: return .type(try type(from: start))
        case .enum: return .enumeration(try enumeration(from: start))
        case .context:
            let variables = try block(resuming: .atLineOrAfterComma) { parser throws(Unreadable) in
                try parser.variable()
            }
            return .context(variables, range: range(from: start))
        case .param: return .parameter(try parameter(from: start))
        case .command:
            let commands = try signatures("a command's name", documentedAt: start)
            return .commands(commands, range: range(from: start))
        case .callback:
            let callbacks = try signatures("a callback's name", documentedAt: start)
            return .callbacks(callbacks, range: range(from: start))
        case .effect: return .effect(try effect(from: start))
        case .source: return .source(try source(from: start))
        case .final: return .final(try final(from: start))
        case .require: return .requirement(try requirement(from: start))
        case .role: return .role(try role(from: start))
        case .scenario: return .scenario(try scenario(from: start))
        case .word: return .word(try word(from: start))
        case .success:
            let words = try names("a word of the provider")
            return .success(words, range: range(from: start))
        default:
            throw unexpected("a declaration")
        }
    }

    private mutating func type(from start: Int) throws(Unreadable) -> TypeDeclaration {
        let name = try name("a type's name")
        try expect(.assign)
        guard let base = current.keyword.flatMap({ TypeDeclaration.Base(rawValue: $0.rawValue) }) else {
            throw unexpected("'text', 'duration' or 'int'")
        }
        advance()
        let (lower, upper) = try parenthesized { parser throws(Unreadable) in
            let lower = try parser.value("the least value")
            try parser.expect(.ellipsis)
            return (lower, try parser.value("the greatest value"))
        }
        var classification: Located<Classification>?
        if let known = current.keyword.flatMap({ Classification(rawValue: $0.rawValue) }) {
            classification = Located(known, at: current.range)
            advance()
        }
        return TypeDeclaration(
            documentation: documentation(of: start), name: name, base: base, lower: lower, upper: upper,
            classification: classification, range: range(from: start))
    }

    private mutating func enumeration(from start: Int) throws(Unreadable) -> EnumerationDeclaration {
        let name = try name("an enum's name")
        let brace = position
        let cases = try block(resuming: .afterComma) { parser throws(Unreadable) in try parser.enumerationCase() }
        // A case that could not be read is reported already.
        if tokens[brace].blockEnd == brace + 1 {
            let message = "expected a case of '\(name.text)': without one it has no value"
            log.add(
                .error(at: range(from: brace), message, code: .unexpectedToken), unlessReportedIn: tokens[brace].line)
        }
        return EnumerationDeclaration(
            documentation: documentation(of: start), name: name, cases: cases, range: range(from: start))
    }

    private mutating func enumerationCase() throws(Unreadable) -> EnumerationDeclaration.Case {
        let name = try name("a case")
        var codes: [EnumerationDeclaration.Code] = []
        if take(.assign) {
            repeat { codes.append(try code()) } while take(.bar)
        }
        guard atEndOfElement || take(.comma) else {
            throw unexpected(codes.isEmpty ? "'=', ',' or '}'" : "'|', ',' or '}'")
        }
        return EnumerationDeclaration.Case(name: name, codes: codes)
    }

    /// Reads `7112`, `9100 ... 9105`, `SMS`, `"a b"` or `*`.
    private mutating func code() throws(Unreadable) -> EnumerationDeclaration.Code {
        let token = current
        if take(.star) { return .rest(token.range) }
        if at(.integer), following.kind == .ellipsis { return .range(try integerRange()) }
        return .literal(try value("a code"))
    }

    private mutating func parameter(from start: Int) throws(Unreadable) -> ParameterDeclaration {
        let name = try name("a parameter's name")
        try expect(.colon)
        let kind = try kind()
        try expect(.assign)
        let initial = try value("the value where nobody chooses one")
        return ParameterDeclaration(
            documentation: documentation(of: start), name: name, kind: kind, initial: initial,
            range: range(from: start))
    }

    private mutating func variable() throws(Unreadable) -> VariableDeclaration {
        let start = position
        let name = try name("a variable's name")
        try expect(.colon)
        let kind = try kind()
        let isOptional = take(.question)
        let initial = take(.assign) ? try value("the first value") : nil
        let range = range(from: start)
        _ = take(.comma)
        return VariableDeclaration(name: name, kind: kind, isOptional: isOptional, initial: initial, range: range)
    }

    /// Reads what a field or variable holds.
    private mutating func kind() throws(Unreadable) -> KindReference {
        let token = current
        switch token.keyword {
        case .bool:
            advance()
            return .bool(token.range)
        case .duration where following.kind == .duration:
            let start = position
            advance()
            let bounds = try durationRange()
            return .boundedDuration(Located(bounds.content, at: range(from: start)))
        case .duration:
            advance()
            return .duration(token.range)
        case .int where following.kind == .integer:
            let start = position
            advance()
            let bounds = try integerRange()
            return .int(Located(bounds.content, at: range(from: start)))
        case .set:
            let start = position
            advance()
            try expect(.of)
            let element = try typeName("an enum")
            return .set(of: element, range: range(from: start))
        case .int:
            advance()
            throw unexpected("bounds such as '0...3'")
        default:
            return .named(try typeName("a type"))
        }
    }

    /// Reads the name of a type: `Phone`, or `OTPlessSNA.Why` for an enum of a sub-flow's flow.
    private mutating func typeName(_ what: String) throws(Unreadable) -> Name {
        let start = position
        let first = try name(what)
        guard take(.dot) else { return first }
        let own = try name("an enum of '\(first.text)'")
        return Name("\(first.text).\(own.text)", at: range(from: start))
    }

    /// Reads signatures with commas between them; the first may have its documentation before the keyword.
    mutating func signatures(_ expectation: String, documentedAt start: Int) throws(Unreadable) -> [Signature] {
        var signatures = try list { parser throws(Unreadable) in try parser.signature(expectation) }
        signatures[0].documentation = documentation(of: start) + signatures[0].documentation
        return signatures
    }

    /// Reads `start(phone: Phone, budget: Budget?)`.
    mutating func signature(_ expectation: String) throws(Unreadable) -> Signature {
        let start = position
        let name = try name(expectation)
        var fields: [Signature.Field] = []
        if at(.leftParenthesis) {
            fields = try parenthesized { parser throws(Unreadable) in
                try parser.list { parser throws(Unreadable) in try parser.field() }
            }
        }
        return Signature(
            documentation: documentation(of: start), name: name, fields: fields, range: range(from: start))
    }

    private mutating func field() throws(Unreadable) -> Signature.Field {
        let name = try name("a field's name")
        try expect(.colon)
        let kind = try kind()
        return Signature.Field(name: name, kind: kind, isOptional: take(.question))
    }

    private mutating func final(from start: Int) throws(Unreadable) -> FinalDeclaration {
        let name = try name("a final's name")
        // In a provider's file `success` begins the next declaration; the final itself is reported as misplaced later.
        let word = current.range
        let success = !isProvider && take(.success) ? word : nil
        let keeps = take(.keeps) ? try names("a variable") : []
        let items = at(.leftBrace) ? try scope() : []
        return FinalDeclaration(
            documentation: documentation(of: start), name: name, success: success, keeps: keeps, items: items,
            range: range(from: start))
    }
}
