/// What reading a text gave: the spec as far as it could be read, and every problem on the way.
public struct Parsed: Sendable {
    /// The spec as far as it could be read; nil if the first line does not name a flow or a provider.
    public var spec: FlowSpec?
    /// In the order of their places.
    public var diagnostics: [Diagnostic]
}

/// Reads a `.flow` or `.provider` file; any bytes give a result, with diagnostics of what could not be read.
public func parse(_ source: SourceText) -> Parsed {
    var lexer = Lexer(source)
    lexer.readAll()
    return parse(lexer)
}

/// Reads the tokens of a lexer that has read its whole text.
func parse(_ lexer: Lexer) -> Parsed {
    let blocks = Blocks(of: lexer.tokens, in: lexer.bytes)
    var parser = Parser(tokens: blocks.tokens, documentation: lexer.documentation, bytes: lexer.bytes, log: lexer.log)
    let spec = parser.file()
    // A row that cannot be read often has a brace without a partner: then the row's own error says more.
    for problem in blocks.problems { parser.log.add(problem.diagnostic, unreadLine: problem.line) }
    return Parsed(spec: spec, diagnostics: parser.log.diagnostics.withoutEchoesOfForeignBytes)
}

extension [Diagnostic] {
    /// The problems without those that follow from a wrong encoding, where the text is not UTF-8.
    ///
    /// In such a text unknown characters and a missing first line are most likely the same problem again.
    fileprivate var withoutEchoesOfForeignBytes: [Diagnostic] {
        guard contains(where: { $0.code == .notUTF8 }) else { return self }
        return filter { $0.code != .unexpectedCharacter && $0.code != .noHeader }
    }
}
