extension Parser {
    /// Reads an effect: its signature, then its attributes in any order.
    mutating func effect(from start: Int) throws(Unreadable) -> EffectDeclaration {
        var signature = try signature("an effect's name")
        signature.documentation = documentation(of: start) + signature.documentation
        var effect = EffectDeclaration(signature: signature, range: signature.range)
        var seen: Set<Keyword> = []
        while let keyword = current.keyword, try readAttribute(keyword, of: &effect) {
            if !seen.insert(keyword).inserted {
                let message = "'\(keyword.rawValue)' stands twice in the effect '\(signature.name.text)'"
                // The code `duplicateRow` is for whatever may stand only once, attributes too.
                log.add(.error(at: range(from: start), message, code: .duplicateRow))
            }
        }
        effect.range = range(from: start)
        return effect
    }

    /// Reads the attribute that begins with the keyword, as `calls` or `replies`; false, and nothing is read, for any other keyword.
    private mutating func readAttribute(
        _ keyword: Keyword, of effect: inout EffectDeclaration
    ) throws(Unreadable) -> Bool {
        switch keyword {
        case .once:
            advance()
            effect.isOnce = true
        case .volatile:
            advance()
            effect.isVolatile = true
        case .starts:
            advance()
            try expect(.attempt)
            effect.startsAttempt = true
        case .calls:
            advance()
            let provider = try name("a provider")
            try expect(.dot)
            effect.calls = EffectDeclaration.Call(provider: provider, call: try name("a call of the provider"))
        case .needs:
            advance()
            effect.needs = try name("a lane")
        case .replies:
            advance()
            effect.replies = try replies()
        default:
            return false
        }
        return true
    }

    private mutating func replies() throws(Unreadable) -> EffectDeclaration.Replies {
        let signatures = try list { parser throws(Unreadable) in try parser.signature("a reply's name") }
        try expect(.otherwise)
        let otherwise = try name("the reply when none comes")
        let arguments = at(.leftParenthesis) ? try arguments() : []
        // `within 15m -> failed` in the next line is the deadline of the whole flow, not the effect's: only that has an arrow.
        let isDeadlineOfFile =
            at(.within) && position + 2 < blockEnd && tokens[position + 2].kind == .arrow
        // How long an effect without a `within` of its own waits, `EffectDeclaration.Replies.within` says.
        let within = !isDeadlineOfFile && take(.within) ? try duration() : nil
        return EffectDeclaration.Replies(
            signatures: signatures, otherwise: otherwise, arguments: arguments, within: within)
    }
}
