extension Parser {
    /// Reads a source with its decoder.
    mutating func source(from start: Int) throws(Unreadable) -> SourceDeclaration {
        let name = try name("a source's name")
        try expect(.assign)
        let typeName = try string("the provider's name of its callback, a string")
        try expect(.by)
        let by = try self.name("the field that tells the callbacks apart")
        let keyword = current.keyword
        guard let correlation = keyword.flatMap({ SourceDeclaration.Correlation(rawValue: $0.rawValue) }) else {
            throw unexpected("'singleton' or 'stamped'")
        }
        advance()
        let decoders = try block(resuming: .atLine) { parser throws(Unreadable) in try parser.decoder() }
        return SourceDeclaration(
            documentation: documentation(of: start), name: name, typeName: typeName, by: by,
            correlation: correlation, decoders: decoders, range: range(from: start))
    }

    private mutating func decoder() throws(Unreadable) -> DecoderRow {
        let start = position
        // `retained` before a callback's name: the callback is kept, and told first to runs and legs that begin later.
        // Before `when`, `,` or `=>` the word `retained` is itself the name of a callback.
        let isRetained =
            at(.retained) && (following.kind == .word || following.kind == .string)
            && following.keyword != .when
        if isRetained { advance() }
        let names = try list { parser throws(Unreadable) in try parser.rawName("a callback of the provider") }
        let test = take(.when) ? try condition(over: .paths) : nil
        guard take(.yields) else { throw unexpected(test == nil ? "'when' or '=>'" : "'=>' behind the test") }
        let event = try name("a callback of the flow")
        var arguments: [DecoderRow.Argument] = []
        if at(.leftParenthesis) {
            arguments = try parenthesized { parser throws(Unreadable) in
                try parser.list { parser throws(Unreadable) in try parser.decoderArgument() }
            }
        }
        return DecoderRow(
            isRetained: isRetained, callbackNames: names, test: test, event: event, arguments: arguments,
            range: range(from: start))
    }

    /// Reads `token: data.token or token`: at run time the first alternative that fits the field's type counts.
    private mutating func decoderArgument() throws(Unreadable) -> DecoderRow.Argument {
        let field = try name("a field's name")
        try expect(.colon)
        var alternatives = [try pathOrLiteral()]
        while take(.or) { alternatives.append(try pathOrLiteral()) }
        return DecoderRow.Argument(field: field, alternatives: alternatives)
    }

    /// Reads a word of a provider's model.
    mutating func word(from start: Int) throws(Unreadable) -> WordDeclaration {
        let name = try name("a word's name")
        try expect(.assign)
        let callbackName = try rawName("a callback of the provider")
        var fields: [WordDeclaration.Field] = []
        if at(.leftParenthesis) {
            fields = try parenthesized { parser throws(Unreadable) in
                try parser.list { parser throws(Unreadable) in
                    let path = try parser.path()
                    try parser.expect(.colon)
                    return WordDeclaration.Field(path: path, value: try parser.value("a literal"))
                }
            }
        }
        return WordDeclaration(
            documentation: documentation(of: start), name: name, callbackName: callbackName, fields: fields,
            range: range(from: start))
    }
}
