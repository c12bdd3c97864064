/// What reading a text gave: the spec as far as it could be read, and every problem on the way.
public struct Parsed: Sendable {
    /// Nothing if the text does not say what it declares.
    public var spec: FlowSpec?
    /// In the order of their places.
    public var diagnostics: [Diagnostic]
}

/// Reads a `.flow` or `.provider` file; whatever the bytes are, it comes back, with diagnostics.
public func parse(_ source: SourceText) -> Parsed {
    var lexer = Lexer(source)
    lexer.readAll()
    return parse(lexer)
}

/// Reads what the lexer has cut into tokens.
func parse(_ lexer: Lexer) -> Parsed {
    let blocks = Blocks(of: lexer.tokens, in: lexer.bytes)
    var parser = Parser(tokens: blocks.tokens, documentation: lexer.documentation, bytes: lexer.bytes, log: lexer.log)
    let spec = parser.file()
    // A row that cannot be read often has a brace without a partner: then the row's own error says more.
    for problem in blocks.problems { parser.log.add(problem.diagnostic, unreadLine: problem.line) }
    return Parsed(spec: spec, diagnostics: parser.log.diagnostics.withoutEchoesOfForeignBytes)
}

extension [Diagnostic] {
    /// In a file that is no UTF-8, a character without a meaning is the same problem again.
    fileprivate var withoutEchoesOfForeignBytes: [Diagnostic] {
        guard contains(where: { $0.code == .notUTF8 }) else { return self }
        return filter { $0.code != .unexpectedCharacter && $0.code != .noHeader }
    }
}
