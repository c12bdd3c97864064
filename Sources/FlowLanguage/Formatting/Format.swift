/// What writing a text anew gave.
public struct Formatted: Sendable {
    /// The text as it should be; nothing where the given one cannot be read, so that it is left alone.
    public var text: String?
    /// Why it cannot be read.
    public var diagnostics: [Diagnostic]
}

/// Writes a `.flow` or `.provider` text as it should look: one text for all that mean the same.
///
/// Comments, single blank lines and the author's order stay. Strings and durations stay as they are spelled: a timer is
/// called as its duration is spelled, so `120s` and `2m` are two events.
public func format(_ source: SourceText) -> Formatted {
    var lexer = Lexer(source)
    lexer.readAll()
    let parsed = parse(lexer)
    let errors = parsed.diagnostics.filter { $0.severity == .error }
    guard let spec = parsed.spec, errors.isEmpty else { return Formatted(text: nil, diagnostics: errors) }
    let entries = Composer(tokens: lexer.tokens, comments: lexer.comments, bytes: source.bytes).entries(of: spec)
    var layout = LineLayout(CommentCursor(lexer.comments, in: source.bytes))
    layout.lay(file: entries)
    return Formatted(text: layout.lines.aligned().text, diagnostics: [])
}
