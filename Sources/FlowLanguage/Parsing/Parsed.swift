/// What reading a text gave: the spec as far as it could be read, and every problem on the way.
public struct Parsed: Sendable {
    /// The spec as far as it could be read; nil if the first line does not name a flow or a provider.
    public var spec: FlowSpec?
    /// The problems, in the order of their places in the text.
    public var diagnostics: [Diagnostic]
}

/// Reads a `.flow` or `.provider` file.
///
/// - Parameter source: any bytes; what cannot be read has a diagnostic.
public func parse(_ source: SourceText) -> Parsed {
    var lexer = Lexer(source)
    lexer.readAll()
    return parse(lexer)
}

extension SourceText {
    /// Whether this is the text of a profile: it begins as one, or its file is called like one.
    package var isProfile: Bool {
        if path.hasSuffix(".profile") { return true }
        var lexer = Lexer(self)
        return lexer.readFirst()?.keyword == .profile
    }

    /// The name of the flow that the text declares; nil for a model or a profile, and for what cannot be read.
    package var declaredFlow: String? {
        guard let spec = parse(self).spec, !spec.isProvider else { return nil }
        return spec.name.text
    }
}

/// What reading the text of a profile gave.
package struct ParsedProfile: Sendable {
    /// The profile as far as it could be read; nil if the first line does not name one.
    package var profile: ProfileSpec?
    /// The problems, in the order of their places in the text.
    package var diagnostics: [Diagnostic]
}

/// Reads a `.profile` file; any bytes give a result, with diagnostics of what could not be read.
package func parseProfile(_ source: SourceText) -> ParsedProfile {
    var lexer = Lexer(source)
    lexer.readAll()
    return parseProfile(lexer)
}

/// Reads the tokens of a lexer that has read its whole text.
func parse(_ lexer: Lexer) -> Parsed {
    let (spec, diagnostics) = read(lexer) { parser in parser.file() }
    return Parsed(spec: spec, diagnostics: diagnostics)
}

/// Reads the tokens of a lexer that has read the whole text of a profile.
func parseProfile(_ lexer: Lexer) -> ParsedProfile {
    let (profile, diagnostics) = read(lexer) { parser in parser.profileFile() }
    return ParsedProfile(profile: profile, diagnostics: diagnostics)
}

private func read<Content>(
    _ lexer: Lexer, as content: (inout Parser) -> Content?
) -> (content: Content?, diagnostics: [Diagnostic]) {
    let blocks = Blocks(of: lexer.tokens, in: lexer.bytes)
    var parser = Parser(tokens: blocks.tokens, documentation: lexer.documentation, bytes: lexer.bytes, log: lexer.log)
    let content = content(&parser)
    // A row that cannot be read often has a brace without a partner: then the row's own error says more.
    for problem in blocks.problems { parser.log.add(problem.diagnostic, unlessReportedIn: problem.line) }
    return (content, parser.log.diagnostics.withoutHeaderOfForeignText)
}

extension [Diagnostic] {
    /// The problems, without a missing first line where the text is not UTF-8: that is most likely the wrong encoding.
    fileprivate var withoutHeaderOfForeignText: [Diagnostic] {
        guard contains(where: { $0.code == .notUTF8 }) else { return self }
        return filter { $0.code != .noHeader }
    }
}
