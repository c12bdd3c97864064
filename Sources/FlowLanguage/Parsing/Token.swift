/// A word, number, string or sign of the text. A number or string is converted to its value when that is needed.
struct Token: Sendable {
    enum Kind: UInt8, Sendable {
        case word, string, integer, duration
        case leftBrace, rightBrace, leftParenthesis, rightParenthesis
        case comma, colon, semicolon, dot, ellipsis, question, star, bar
        /// `->` stands before a target; `=>`, in a source, between callbacks of the provider and the event that they are read as.
        case arrow, yields
        case assign, addAssign, subtractAssign
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        /// The newline behind something that ends with its line, such as a requirement; made by the parser, not by the lexer.
        case lineEnd
        /// The end of the file; made by the lexer. The parser makes such a token for the end of a block whose `}` is missing as well.
        case end

        /// What a message calls a token of this kind: a sign as it is written, else words.
        var spelling: String {
            switch self {
            case .word: "a name"
            case .string: "a string"
            case .integer: "an integer"
            case .duration: "a duration"
            case .leftBrace: "'{'"
            case .rightBrace: "'}'"
            case .leftParenthesis: "'('"
            case .rightParenthesis: "')'"
            case .comma: "','"
            case .colon: "':'"
            case .semicolon: "';'"
            case .dot: "'.'"
            case .ellipsis: "'...'"
            case .question: "'?'"
            case .star: "'*'"
            case .bar: "'|'"
            case .arrow: "'->'"
            case .yields: "'=>'"
            case .assign: "'='"
            case .addAssign: "'+='"
            case .subtractAssign: "'-='"
            case .equal: "'=='"
            case .notEqual: "'!='"
            case .less: "'<'"
            case .lessOrEqual: "'<='"
            case .greater: "'>'"
            case .greaterOrEqual: "'>='"
            case .lineEnd: "the end of the line"
            case .end: "the end of the text"
            }
        }
    }

    var kind: Kind
    /// The keyword that a word spells, reserved or not; nil for any other word or token.
    var keyword: Keyword?
    /// The line in which the token begins, counted from 0.
    var line: Int32
    /// For a `{`, the position among the tokens of the one at which its block ends: the `}`, or where that is missing the first token
    /// of a line that is indented no further than the line of the `{`, or the end of the file. 0 for any other token.
    var blockEnd: Int32 = 0
    /// The offset of the token's first byte.
    var lower: Int
    /// The offset behind the token's last byte.
    var upper: Int

    var range: SourceRange { SourceRange(lower, upper) }
}
