import FlowLanguage

/// A text with the places in it where a comment may stand: before each token that may begin a line.
struct CommentedText {
    /// The text as UTF-8.
    private let bytes: [UInt8]
    /// The offsets of the tokens from the second on.
    private let boundaries: [Int]

    init(_ content: String) {
        bytes = Array(content.utf8)
        boundaries = Array(PlainToken.all(in: content).map(\.lower).dropFirst())
    }

    /// The text with one comment, at each place in turn.
    func withOneComment(using randomness: inout SeededRandomness) -> [String] {
        boundaries.filter(mayEndLine).map { with([$0], &randomness) }
    }

    /// The text with comments at about one in six of the places, chosen at random.
    func withComments(using randomness: inout SeededRandomness) -> String {
        let chosen = boundaries.filter { _ in Int.random(in: 0..<6, using: &randomness) == 0 }
        return with(chosen.filter(mayEndLine), &randomness)
    }

    /// Whether the text can still be read with a newline before the offset.
    private func mayEndLine(before offset: Int) -> Bool {
        format(text(String(decoding: bytes[..<offset] + [0x0A] + bytes[offset...], as: UTF8.self))).text != nil
    }

    private func with(_ places: [Int], _ randomness: inout SeededRandomness) -> String {
        var result: [UInt8] = []
        var start = 0
        for (number, offset) in places.enumerated() {
            result += bytes[start..<offset]
            let lead = ["", " ", "\n", "\n\n  "].randomElement(using: &randomness) ?? ""
            let slashes = ["//", "// ", "/// ", "//// "].randomElement(using: &randomness) ?? "//"
            result += Array("\(lead)\(slashes)note \(number) ) } \"\n".utf8)
            start = offset
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }
}

/// A token of a text that can be read, found without the lexer.
struct PlainToken {
    /// Where it begins, in UTF-8.
    var lower: Int
    /// The token as it is spelled.
    var text: String

    /// All tokens of a text in their order, without its comments.
    static func all(in content: String) -> [PlainToken] {
        var tokens: [PlainToken] = []
        var rest = Array(content.utf8)[...]
        while let first = rest.first {
            let length =
                switch first {
                case UInt8(ascii: "\""): lengthOfString(rest)
                case _ where isInWord(first): rest.prefix(while: isInWord).count
                case _ where rest.starts(with: Array("//".utf8)): rest.prefix { $0 != 0x0A }.count
                default: signs.first { rest.starts(with: $0) }?.count ?? 1
                }
            let token = String(decoding: rest.prefix(length), as: UTF8.self)
            if first > 0x20, !token.hasPrefix("//") { tokens.append(PlainToken(lower: rest.startIndex, text: token)) }
            rest = rest.dropFirst(length)
        }
        return tokens
    }

    private static let signs = ["...", "=>", "->", "==", "!=", "<=", ">=", "+=", "-="].map { Array($0.utf8) }

    private static func isInWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte.isASCIIDigit
            || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }

    private static func lengthOfString(_ text: ArraySlice<UInt8>) -> Int {
        var isEscaped = false
        for (offset, byte) in text.dropFirst().enumerated() {
            if byte == UInt8(ascii: "\""), !isEscaped { return offset + 2 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return text.count
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
