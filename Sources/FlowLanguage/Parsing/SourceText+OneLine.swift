extension SourceText {
    /// What stands at the range, in one line: one blank stands for blanks, line ends and comments between two tokens, and strings stay as
    /// they are.
    ///
    /// - Parameter range: begins and ends where a token does, or between two tokens.
    package func inOneLine(_ range: SourceRange) -> String {
        var lexer = Lexer(SourceText(path: path, bytes: Array(bytes[range.lower..<range.upper])))
        lexer.readAll()
        var line: [UInt8] = []
        var end: Int?
        // The last token is the end of the text.
        for token in lexer.tokens.dropLast() {
            if let end, end < token.lower { line.append(UInt8(ascii: " ")) }
            line += lexer.bytes[token.lower..<token.upper]
            end = token.upper
        }
        return String(decoding: line, as: UTF8.self)
    }
}
