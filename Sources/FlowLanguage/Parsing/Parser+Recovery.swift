extension Parser {
    /// Where reading can go on after an element that could not be read.
    enum Resumption {
        /// At a line that begins with the word of a row or declaration.
        case atRow
        /// At a line that begins with the word of a clause.
        case atClause
        /// At the next line.
        case atLine
        case atLineOrAfterSemicolon
        case atLineOrAfterComma
        case afterComma
        /// At a `when` or `otherwise`, with which a branch of a choice begins.
        case atBranch
    }

    /// Reports that something else was expected here, and returns the error that ends the reading of the element.
    ///
    /// Where a word is like one of `keywords`, the message asks whether that is meant.
    mutating func unexpected(_ expectation: String, among keywords: [Keyword] = []) -> Unreadable {
        let token = current
        let startsElement = position <= elementStart
        // What is missing at the end of a line is reported there and not in the line below.
        let isBelow = !startsElement && tokens[position - 1].line != token.line
        let place = isBelow ? SourceRange(tokens[position - 1].upper, tokens[position - 1].upper) : token.range
        let line = isBelow ? tokens[position - 1].line : token.line
        let context = startsElement ? "" : contextOfElement()
        let known = token.kind == .word ? keywords.map(\.rawValue) : []
        let meant = closest(to: text(of: token), among: known).map { "; did you mean '\($0)'?" } ?? ""
        let message = "expected \(expectation)\(context), found \(description(of: token))\(meant)"
        log.add(.error(at: place, message, code: .unexpectedToken), unlessReportedIn: line)
        return Unreadable()
    }

    /// Reports that brackets or scopes are nested too deep, and returns the error that ends the reading of the element.
    mutating func nestedTooDeep(_ what: String, limit: Int) -> Unreadable {
        let token = current
        let message = "\(what) are nested more than \(limit) deep; what is inside is not read"
        log.add(.error(at: token.range, message, code: .nestedTooDeep), unlessReportedIn: token.line)
        return Unreadable()
    }

    /// What was read of the element before the mistake, for a message: ` after 'on start'`; empty where it is too long.
    private func contextOfElement() -> String {
        let last = tokens[position - 1]
        var lower = tokens[elementStart].lower
        if last.upper - lower > 40 || tokens[elementStart].line != last.line { lower = last.lower }
        let read = bytes[lower..<last.upper]
        guard read.count <= 40, read.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) else { return "" }
        return " after '\(String(decoding: read, as: UTF8.self))'"
    }

    private func description(of token: Token) -> String {
        switch token.kind {
        case .word, .integer, .duration:
            let shown = bytes[token.lower..<min(token.upper, token.lower + 40)]
            return "'" + String(decoding: shown, as: UTF8.self) + (token.upper - token.lower > 40 ? "…" : "") + "'"
        case .end where position < tokens.count - 1: return "the end of the block"
        default: return token.kind.spelling
        }
    }

    /// Reads elements up to the end of the block; one that cannot be read is skipped, and its names go to `unreadWords`. `read` returns nil
    /// where what it has read is kept elsewhere or dropped.
    mutating func elements<Element>(
        resuming resumption: Resumption,
        _ read: (inout Parser) throws(Unreadable) -> Element?
    ) -> [Element] {
        // The element around is read on with these values: an element that cannot be read may leave brackets and scopes open.
        let outer = (
            elementStart: elementStart, newlineEnds: newlineEnds, openBrackets: openBrackets, scopeDepth: scopeDepth,
            conditionDepth: conditionDepth
        )
        var elements: [Element] = []
        while position < blockEnd {
            let start = position
            (elementStart, newlineEnds, openBrackets) = (start, outer.newlineEnds, 0)
            (scopeDepth, conditionDepth) = (outer.scopeDepth, outer.conditionDepth)
            do throws(Unreadable) {
                if let element = try read(&self) { elements.append(element) }
                if position == start { skip(from: start, to: resumption) }
            } catch {
                skip(from: start, to: resumption)
            }
        }
        (elementStart, newlineEnds, openBrackets, scopeDepth, conditionDepth) = outer
        return elements
    }

    /// Reads what stands in braces, element by element; `newlineEnds` says whether a newline ends an element inside
    /// them.
    mutating func block<Element>(
        resuming resumption: Resumption, newlineEnds endsInside: Bool = false,
        _ read: (inout Parser) throws(Unreadable) -> Element?
    ) throws(Unreadable) -> [Element] {
        guard at(.leftBrace), position < blockEnd else { throw unexpected("'{'") }
        let outerBlockEnd = blockEnd
        blockEnd = min(Int(tokens[position].blockEnd), outerBlockEnd)
        position += 1
        let outerNewlineEnds = newlineEnds
        newlineEnds = endsInside
        let elements = elements(resuming: resumption, read)
        newlineEnds = outerNewlineEnds
        leaveBlock(to: outerBlockEnd)
        return elements
    }

    /// Goes past the block's `}`, and makes the outer block current again; a block that was never closed has no `}`.
    private mutating func leaveBlock(to outerBlockEnd: Int) {
        position = blockEnd
        blockEnd = outerBlockEnd
        if position < blockEnd, tokens[position].kind == .rightBrace { position += 1 }
    }

    /// Goes past the block that begins here, without reading it.
    mutating func skipBlock() {
        let outerBlockEnd = blockEnd
        blockEnd = min(Int(tokens[position].blockEnd), outerBlockEnd)
        collectWords(position..<blockEnd)
        leaveBlock(to: outerBlockEnd)
    }

    /// Goes on to where reading can resume, at least one token past `start`.
    private mutating func skip(from start: Int, to resumption: Resumption) {
        collectWords(start..<position)
        while position < blockEnd {
            if position > start, canResume(resumption) { return }
            if tokens[position].kind == .leftBrace {
                skipBlock()
            } else {
                collectWords(position..<position + 1)
                position += 1
            }
        }
    }

    /// Goes on, behind a header that could not be read, to where reading can resume; stays if that is here.
    mutating func skipHeader(to resumption: Resumption) {
        if position > 0 || !canResume(resumption) { skip(from: max(0, position - 1), to: resumption) }
    }

    private func canResume(_ resumption: Resumption) -> Bool {
        let token = tokens[position]
        let isFirst = isFirstOfLine(position)
        let previous = position > 0 ? tokens[position - 1].kind : .end
        switch resumption {
        case .atRow: return isFirst && (token.keyword?.beginsItem == true || token.keyword?.beginsDeclaration == true)
        case .atClause: return isFirst && token.keyword == .clause
        case .atLine: return isFirst
        case .atLineOrAfterSemicolon: return isFirst || previous == .semicolon
        case .atLineOrAfterComma: return isFirst || previous == .comma
        case .afterComma: return previous == .comma
        case .atBranch: return token.keyword == .when || token.keyword == .otherwise
        }
    }

    /// Goes on to the `{` of this line, so that a block is read although its first line cannot be; false where none
    /// stands.
    mutating func skipToBlock() -> Bool {
        let start = position
        while position < blockEnd, position == start || !isFirstOfLine(position) {
            if tokens[position].kind == .leftBrace {
                collectWords(elementStart..<position)
                return true
            }
            position += 1
        }
        position = start
        return false
    }

    /// Adds the names among these tokens to `unreadWords`, and `within`: a deadline that cannot be read is not missing.
    private mutating func collectWords(_ indices: Range<Int>) {
        for token in tokens[indices]
        where token.kind == .word && (token.keyword?.isReserved != true || token.keyword == .within) {
            unreadWords.insert(text(of: token))
        }
    }
}
