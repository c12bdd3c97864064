/// Finds for every `{` where its block ends, before anything is parsed, so that one missing brace cannot swallow a file.
///
/// Braces that balance are taken at their word. If they do not, the lines' indentation says which one is missing.
struct Blocks {
    private let bytes: [UInt8]
    private(set) var tokens: [Token]
    private(set) var problems: [Problem] = []

    /// A brace that has no partner, and the line in which that is told.
    struct Problem {
        var diagnostic: Diagnostic
        var line: Int32
    }

    private struct Opener {
        var token: Int
        /// Of the line in which the block is opened.
        var indentation: Int
    }

    init(of tokens: [Token], in bytes: [UInt8]) {
        self.tokens = tokens
        self.bytes = bytes
        if !matchAsWritten() { matchByIndentation() }
    }

    /// Whether every brace has its partner.
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

    /// Ends the blocks that a line cannot belong to, because it is not indented more than the line that opens them.
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
        // Where the block should have ended, not in the line that follows.
        let last = tokens.last ?? token
        let place = SourceRange(last.upper, last.upper)
        report(.error(at: place, message, code: .unexpectedToken, notes: notes), in: last)
    }

    private mutating func report(_ diagnostic: Diagnostic, in token: Token) {
        // One for a line, and not many more than are shown: a file can be nothing but braces.
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

    private func indent(of token: Token) -> Int {
        var start = token.lower
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        return token.lower - start
    }
}
