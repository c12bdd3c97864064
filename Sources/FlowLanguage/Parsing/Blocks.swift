/// Finds for every `{` where its block ends, before anything is parsed, so that one missing brace spoils one block
/// only.
///
/// Where the braces balance, each `}` closes the last open `{`. Where they do not, the indentation of the lines tells
/// which brace is missing or too many.
struct Blocks {
    private let bytes: [UInt8]
    /// The tokens with `blockEnd` filled in, without each `}` that closes nothing.
    private(set) var tokens: [Token]
    private(set) var problems: [Problem] = []

    /// The report of a brace without a partner, and the line in which the report stands, counted from 0.
    struct Problem {
        var diagnostic: Diagnostic
        var line: Int32
    }

    /// A `{` whose block is still open.
    private struct Opener {
        /// The position of the `{` among the tokens.
        var token: Int
        /// How far the line of the `{` is indented.
        var indentation: Int
    }

    init(of tokens: [Token], in bytes: [UInt8]) {
        self.tokens = tokens
        self.bytes = bytes
        if !matchAsWritten() { matchByIndentation() }
    }

    /// Gives each `{` the next `}` that balances it; false where some brace has no partner.
    private mutating func matchAsWritten() -> Bool {
        var open: [Int] = []
        for index in tokens.indices {
            switch tokens[index].kind {
            case .leftBrace: open.append(index)
            case .rightBrace:
                guard let opener = open.popLast() else { return false }
                tokens[opener].blockEnd = Int32(truncatingIfNeeded: index)
            default: break
            }
        }
        return open.isEmpty
    }

    /// Matches the braces again, and ends a block also before a line that is not indented more than the block's first
    /// line.
    private mutating func matchByIndentation() {
        let written = tokens
        tokens = []
        tokens.reserveCapacity(written.count)
        var open: [Opener] = []
        var indentation = 0
        for (index, token) in written.enumerated() {
            if index == 0 || written[index - 1].line != token.line || token.kind == .end {
                indentation = token.kind == .end ? 0 : indent(of: token)
                closeBlocks(&open, before: token, indentation: indentation)
            }
            switch token.kind {
            case .leftBrace: open.append(Opener(token: tokens.count, indentation: indentation))
            case .rightBrace:
                guard let opener = open.last, !isSurplus(index, of: written, closing: opener) else {
                    let message = "this '}' closes nothing: every block before it is closed already"
                    report(.error(at: token.range, message, code: .unexpectedToken), in: token)
                    continue
                }
                open.removeLast()
                tokens[opener.token].blockEnd = Int32(truncatingIfNeeded: tokens.count)
            default: break
            }
            tokens.append(token)
        }
    }

    /// Ends the open blocks whose first line is indented at least as far as the line of `token`, and reports their
    /// braces.
    ///
    /// A `}` that is indented as the block's first line closes the block itself.
    private mutating func closeBlocks(_ open: inout [Opener], before token: Token, indentation: Int) {
        var notes: [Diagnostic.Note] = []
        var count = 0
        while let last = open.last {
            let staysOpen =
                last.indentation < indentation || (last.indentation == indentation && token.kind == .rightBrace)
            if staysOpen && token.kind != .end { break }
            open.removeLast()
            tokens[last.token].blockEnd = Int32(truncatingIfNeeded: tokens.count)
            count += 1
            if notes.count < 3 { notes.append(.init("the block is opened here", at: tokens[last.token].range)) }
        }
        guard count > 0 else { return }
        let message = count == 1 ? "a '}' is missing before this" : "\(count) '}' are missing before this"
        // The report stands where the block should have ended, not in the line that follows.
        let last = tokens.last ?? token
        let place = SourceRange(last.upper, last.upper)
        report(.error(at: place, message, code: .unexpectedToken, notes: notes), in: last)
    }

    private mutating func report(_ diagnostic: Diagnostic, in token: Token) {
        // One report for a line, and in all at most one more than the log keeps: a file may hold nothing but braces.
        guard problems.last?.line != token.line, problems.count <= DiagnosticLog.limit else { return }
        problems.append(Problem(diagnostic: diagnostic, line: token.line))
    }

    /// Whether a `}` inside a line would close a block of an earlier line although the next line still belongs to it.
    private func isSurplus(_ index: Int, of written: [Token], closing opener: Opener) -> Bool {
        let token = written[index]
        guard index > 0, written[index - 1].line == token.line, tokens[opener.token].line != token.line,
            index + 1 < written.count
        else { return false }
        let next = written[index + 1]
        guard next.line != token.line, next.kind != .end else { return false }
        let indentation = indent(of: next)
        return indentation > opener.indentation || (indentation == opener.indentation && next.kind == .rightBrace)
    }

    /// How many bytes stand before the token in its line.
    private func indent(of token: Token) -> Int {
        var start = token.lower
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        return token.lower - start
    }
}
