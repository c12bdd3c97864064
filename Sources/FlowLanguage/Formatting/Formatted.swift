/// The result of formatting a text.
public struct Formatted: Sendable {
    /// The formatted text; nil where the given text has errors, so that it must be left alone.
    public var text: String?
    /// The errors of the given text; empty where it was formatted.
    public var diagnostics: [Diagnostic]
}

/// Writes a `.flow`, `.provider` or `.profile` text in the one layout and spelling of the language, as `keyway fmt`
/// does.
///
/// Comments, single blank lines and the order of the elements stay. Strings and durations keep their spelling: the
/// spelling of a duration is part of an unnamed timer's name, so `after 120s` and `after 2m` are two events.
///
/// - Parameter source: any bytes. A path that ends in `.profile`, or `profile` as the first word, makes the text a
///   profile.
public func format(_ source: SourceText) -> Formatted {
    var lexer = Lexer(source)
    lexer.readAll()
    if source.isProfile { return formatProfile(lexer, source) }
    let parsed = parse(lexer)
    let errors = parsed.diagnostics.filter { $0.severity == .error }
    guard let spec = parsed.spec, errors.isEmpty else { return Formatted(text: nil, diagnostics: errors) }
    return formatted(lexer, source) { $0.entries(of: spec) }
}

private func formatProfile(_ lexer: Lexer, _ source: SourceText) -> Formatted {
    let parsed = parseProfile(lexer)
    let errors = parsed.diagnostics.filter { $0.severity == .error }
    guard let profile = parsed.profile, errors.isEmpty else { return Formatted(text: nil, diagnostics: errors) }
    return formatted(lexer, source) { $0.entries(of: profile) }
}

private func formatted(_ lexer: Lexer, _ source: SourceText, _ entries: (Composer) -> [Entry]) -> Formatted {
    let composer = Composer(tokens: lexer.tokens, comments: lexer.comments, bytes: source.bytes)
    var layout = LineLayout(CommentCursor(lexer.comments, in: source.bytes))
    layout.lay(file: entries(composer))
    return Formatted(text: layout.lines.aligned().text, diagnostics: [])
}
