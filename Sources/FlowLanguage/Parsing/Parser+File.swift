extension Parser {
    /// Reads the whole file; nil where the first line does not name a flow or a provider.
    mutating func file() -> FlowSpec? {
        let documentation = documentation(of: 0)
        let header = header()
        var elements = elements(resuming: .atRow) { parser throws(Unreadable) in try parser.element() }
        elements += misplacedDeclarations.map(Element.declaration)
        guard let header else { return nil }
        return FlowSpec(documentation: documentation, header: header, elements: elements, unreadWords: unreadWords)
    }

    private mutating func element() throws(Unreadable) -> Element? {
        guard let keyword = current.keyword else { throw misplacedWord() }
        if keyword.beginsDeclaration { return .declaration(try declaration()) }
        if keyword.beginsItem { return .item(try item()) }
        throw misplacedWord()
    }

    /// Reports a word with which no element begins, and suggests the closest word that may stand there.
    ///
    /// At the beginning of a line this is a word that begins an element. Later in the line, behind a declaration that is complete, it may
    /// also be one with which the declaration could go on, such as `once`.
    private mutating func misplacedWord() -> Unreadable {
        let ends = isFirstOfLine(position) ? [] : Keyword.endingDeclarations
        let known = Keyword.allCases.filter { $0.beginsDeclaration || $0.beginsItem } + ends
        return unexpected("a declaration or a row", among: known)
    }

    /// Reads the first line; nil where it names nothing. The caller reads the rest all the same, to report its
    /// mistakes.
    private mutating func header() -> FlowSpec.Header? {
        var header: FlowSpec.Header?
        let token = current
        do throws(Unreadable) {
            if take(.flow) {
                try readFlowHeader(into: &header)
            } else if take(.provider) {
                isProvider = true
                try readProviderHeader(into: &header)
            } else {
                let found = token.kind == .end ? whatStandsWithoutTokens : "this one does not"
                let message = """
                    a file begins with its name, as in 'flow Name version 1' or \
                    'provider Name version "1.0" for source'; \(found)
                    """
                log.add(.error(at: token.range, message, code: .noHeader), unlessReportedIn: token.line)
                throw Unreadable()
            }
        } catch {
            skipHeader(to: .atRow)
        }
        return header
    }

    /// What is to be said of a file in which nothing but comments stands, as a clause of a message.
    private var whatStandsWithoutTokens: String {
        guard bytes.contains(UInt8(ascii: "/")) else { return "this one is empty" }
        // A comment goes on to the next LF.
        let hasLoneReturn = zip(bytes, bytes.dropFirst() + [0]).contains { $0 == 0x0D && $1 != 0x0A }
        return hasLoneReturn
            ? "this one is a comment to its end, because lines of it end with CR alone: end each with LF or CR LF"
            : "this one has comments alone"
    }

    private mutating func readFlowHeader(into header: inout FlowSpec.Header?) throws(Unreadable) {
        let name = try name("the flow's name")
        // The version counts as 1 until it is read, so that a file whose first line has only a name still gives a spec.
        let end = SourceRange(name.range.upper, name.range.upper)
        header = .flow(name: name, version: Located(1, at: end))
        try expect(.version)
        header = .flow(name: name, version: try integer("the flow's version, an integer"))
    }

    private mutating func readProviderHeader(into header: inout FlowSpec.Header?) throws(Unreadable) {
        let name = try name("the provider's name")
        let end = SourceRange(name.range.upper, name.range.upper)
        header = .provider(name: name, version: Located("", at: end), source: nil)
        try expect(.version)
        let version = try string("the provider's version, a string")
        header = .provider(name: name, version: version, source: nil)
        guard take(.for) else { return }
        header = .provider(name: name, version: version, source: try self.name("a source"))
    }

    /// Reads a string.
    mutating func string(_ expectation: String) throws(Unreadable) -> Located<String> {
        let token = current
        guard token.kind == .string else { throw unexpected(expectation) }
        position += 1
        return Located(bytes.stringLiteral(at: token.range), at: token.range)
    }
}
