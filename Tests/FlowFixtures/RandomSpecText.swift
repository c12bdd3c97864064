import KeywayTesting

/// A random text that the grammar allows and that means nothing, for tests of what reads or writes any spec.
package struct RandomSpecText: Sendable {
    /// A token, and what may stand before it.
    struct Token: Sendable {
        enum Before: Sendable {
            /// Only spaces, because a newline would end something.
            case space
            /// Spaces, newlines and comments.
            case anything
            case newline
            /// `;` or a newline.
            case separator
        }

        var text: String
        var before: Before
        /// Whether the text means the same without it.
        var isIdle = false
    }

    let tokens: [Token]

    /// The tokens of a seed; half of the seeds give a flow, half a provider.
    package init(seed: UInt64) {
        var writer = RandomSpecWriter(seed: seed)
        writer.writeFile(isProvider: seed % 2 == 1)
        tokens = writer.tokens
    }

    /// How the tokens are spread over lines.
    package enum Style: Sendable {
        /// With comments and empty lines in all places that allow them.
        case commented
        /// Without comments and empty lines.
        case bare
        /// Without comments and empty lines, and without tokens that change nothing: idle parentheses, commas and braces.
        case terse
    }

    package func text(_ style: Style, seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        var text = ""
        var last = ""
        for token in tokens where !(token.isIdle && style == .terse) {
            let canTouch = token.text.isPunctuation || last.isPunctuation || last.isEmpty
            let space = canTouch ? ["", " ", "  ", "\t"] : [" ", "  ", " \t "]
            switch token.before {
            case .space: text += space.randomElement(using: &generator) ?? " "
            case .anything:
                let choices =
                    space + ["\n", " \r\n   "] + (style == .commented ? ["\n\n", "\n \n\n\t", "#", "#"] : [])
                let between = choices.randomElement(using: &generator) ?? " "
                text += between == "#" ? comments(&generator) : between
            case .newline: text += style == .commented ? comments(&generator) : "\n"
            case .separator:
                let choices = ["; ", "\n", ";\n"] + (style == .commented ? ["\n\n", "#", ";#"] : [])
                let between = choices.randomElement(using: &generator) ?? ";"
                text += between.hasSuffix("#") ? between.dropLast() + comments(&generator) : between
            }
            text += token.text
            last = token.text
        }
        return text + (style == .commented ? comments(&generator) : "")
    }

    /// One to three comments, the first perhaps behind what stands before, and a newline.
    private func comments(_ generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let lead = ["", " ", "\n", "\n\n\n  ", "  \n"].randomElement(using: &generator) ?? ""
            let slashes = ["//", "// ", "/// ", "///", "//// "].randomElement(using: &generator) ?? "//"
            text += "\(lead) \(slashes)note \(Int.random(in: 0...999, using: &generator)) { \"\t\n"
        }
        return text
    }
}

extension String {
    /// Whether a name may stand directly beside it.
    fileprivate var isPunctuation: Bool { ["(", ")", "{", "}", ",", ":", ";", "?"].contains(self) }
}
