import FlowLanguage
import Testing

/// The formatted text; where the content cannot be read, the test fails.
func formatted(_ content: String) throws -> String {
    let formatted = format(text(content))
    #expect(formatted.diagnostics.map(\.message) == [], "\(content)")
    return try #require(formatted.text)
}

/// What must hold for the formatting of any text that can be read.
func expectFormattingKeepsMeaning(of content: String, _ origin: String) throws {
    let result = try formatted(content)
    #expect(try formatted(result) == result, "\(origin): written twice it changes\n\(content)")
    #expect(comments(in: result) == comments(in: content), "\(origin): comments\n\(content)")
    #expect(try tree(of: result) == tree(of: content), "\(origin): the tree\n\(content)")
    let lines = result.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(result.hasSuffix("\n") && !result.hasSuffix("\n\n") && !result.hasPrefix("\n"), "\(origin)")
    #expect(
        !result.contains("\n\n\n") && !result.contains("\t\n") && !lines.contains { $0.hasSuffix(" ") }, "\(origin)")
}

/// What holds besides where nothing but the layout is to be changed: no word is lost, and none is put elsewhere.
///
/// Parentheses, commas and semicolons come and go with the layout; that they mean the same, the tree says.
func expectFormattingKeepsWords(of content: String, _ origin: String) throws {
    try expectFormattingKeepsMeaning(of: content, origin)
    let (before, after) = (words(of: content), words(of: try formatted(content)))
    #expect(after == before, "\(origin): the words\n\(content)")
}

private func words(of content: String) -> [String] {
    PlainToken.all(in: content).map(\.text).filter { !["(", ")", ",", ";"].contains($0) }
}

/// The syntax tree of a flow, a model or a profile, without places.
private func tree(of content: String) throws -> String {
    let source = text(content)
    if source.isProfile { return comparableTree(try #require(parseProfile(source).profile)) }
    return comparableTree(try #require(parse(source).spec))
}

/// The comments of a text in their order, found without the lexer.
func comments(in content: String) -> [String] {
    content.split(whereSeparator: \.isNewline).compactMap { line in
        var isInString = false
        var rest = line.unicodeScalars[...]
        while let scalar = rest.first {
            if !isInString, rest.starts(with: "//".unicodeScalars) {
                var comment = rest
                while let last = comment.last, last == " " || last == "\t" || last == "\r" { comment.removeLast() }
                return String(comment)
            }
            if isInString, scalar == "\\" { rest = rest.dropFirst() }
            if scalar == "\"" { isInString.toggle() }
            rest = rest.dropFirst()
        }
        return nil
    }
}
