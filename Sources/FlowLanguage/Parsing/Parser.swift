/// Reads tokens into a syntax tree by recursive descent; a problem ends the innermost element, never the whole file.
struct Parser {
    /// How many scopes may lie within each other; a block that lies deeper is skipped.
    static let deepestScope = 64
    /// How many parentheses and negations may lie within each other; a condition that lies deeper is skipped.
    static let deepestCondition = 128

    let tokens: [Token]
    /// The `///` lines, by the offset of the token that follows them.
    let documentation: [Int: [String]]
    let bytes: [UInt8]
    var log: DiagnosticLog
    /// The names in what was skipped, and `within` (`FlowSpec.unreadWords`), so that no later stage reports them as unknown or missing.
    var unreadWords: Set<String> = []
    /// Declarations that stand in a scope although they belong to the file.
    var misplacedDeclarations: [Declaration] = []
    /// Whether the file is a provider's model.
    var isProvider = false

    /// The position of the next token to read.
    var position = 0
    /// The position of the token where the current block ends.
    var blockEnd: Int
    /// The position of the first token of the row or declaration that is being read.
    var elementStart = 0
    /// Whether a newline ends what is being read; inside brackets it never does.
    var newlineEnds = false
    /// How many brackets are open within the element that is being read.
    var openBrackets = 0
    /// How many scopes lie around what is being read.
    var scopeDepth = 0
    /// How many parentheses and negations lie around what is being read.
    var conditionDepth = 0

    /// The current element cannot be read further; whoever throws it has reported the problem.
    struct Unreadable: Error {}

    init(tokens: [Token], documentation: [Int: [String]], bytes: [UInt8], log: DiagnosticLog) {
        self.tokens = tokens
        self.documentation = documentation
        self.bytes = bytes
        self.log = log
        blockEnd = tokens.count - 1
    }

    /// The next token to read; at the end of the block its `}`, or a token of kind `end` where the block has none. Where a newline ends the
    /// element, a token of kind `lineEnd`.
    var current: Token {
        let token = tokens[position]
        if position >= blockEnd {
            if token.kind == .rightBrace { return token }
            return Token(kind: .end, line: token.line, lower: token.lower, upper: token.lower)
        }
        if newlineEnds, openBrackets == 0, position > elementStart, isFirstOfLine(position) {
            let last = tokens[position - 1]
            return Token(kind: .lineEnd, line: last.line, lower: last.upper, upper: last.upper)
        }
        return token
    }

    /// The token behind the current one.
    var following: Token { tokens[min(position + 1, blockEnd)] }

    /// Whether the block ends here or, where a newline ends the element, the line.
    var atEndOfElement: Bool { position >= blockEnd || current.kind == .lineEnd }

    /// Whether the token at this position is the first of its line.
    func isFirstOfLine(_ index: Int) -> Bool {
        index == 0 || tokens[index - 1].line != tokens[index].line
    }

    func at(_ keyword: Keyword) -> Bool { current.keyword == keyword }

    func at(_ kind: Token.Kind) -> Bool { current.kind == kind }

    /// Goes past the keyword if it is next; false where it is not.
    mutating func take(_ keyword: Keyword) -> Bool {
        guard at(keyword) else { return false }
        position += 1
        return true
    }

    /// Goes past a token of this kind if it is next; false where it is not.
    mutating func take(_ kind: Token.Kind) -> Bool {
        guard at(kind), position < blockEnd else { return false }
        position += 1
        return true
    }

    /// Goes past the keyword; reports it as missing where it is not next.
    mutating func expect(_ keyword: Keyword) throws(Unreadable) {
        if !take(keyword) { throw unexpected("'\(keyword.rawValue)'") }
    }

    /// Goes past a token of this kind; reports it as missing where it is not next.
    mutating func expect(_ kind: Token.Kind) throws(Unreadable) {
        if !take(kind) { throw unexpected(kind.spelling) }
    }

    /// Goes past the current token, whatever it is.
    mutating func advance() {
        if position < blockEnd { position += 1 }
    }

    func text(of token: Token) -> String {
        String(decoding: bytes[token.lower..<token.upper], as: UTF8.self)
    }

    /// The range from the token at this position to the last one that was read.
    func range(from start: Int) -> SourceRange {
        tokens[start].range.through(tokens[max(start, position - 1)].range)
    }

    /// The `///` lines above the token at this position.
    func documentation(of index: Int) -> [String] {
        documentation[tokens[index].lower] ?? []
    }

    /// Reads one element and, as long as commas follow, another.
    mutating func list<Element>(
        _ read: (inout Parser) throws(Unreadable) -> Element
    ) throws(Unreadable) -> [Element] {
        var elements = [try read(&self)]
        while take(.comma) { elements.append(try read(&self)) }
        return elements
    }

    /// Reads what stands in parentheses, where a newline means nothing.
    mutating func parenthesized<Content>(
        _ read: (inout Parser) throws(Unreadable) -> Content
    ) throws(Unreadable) -> Content {
        try expect(.leftParenthesis)
        openBrackets += 1
        let content = try read(&self)
        try expect(.rightParenthesis)
        openBrackets -= 1
        return content
    }
}
