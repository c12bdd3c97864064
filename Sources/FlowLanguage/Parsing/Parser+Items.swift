extension Parser {
    /// Reads one item: a row, a scope, or a timer, lane, child, `enter` or `hold` of a scope.
    mutating func item() throws(Unreadable) -> Item {
        let start = position
        switch current.keyword {
        case .group: return .group(try group())
        case .state: return .state(try state())
        case .choice: return .choice(try choice())
        case .on, .ignore, .reject, .late: return .row(try row())
        case .call, .emit, .quiet, .answer: return .model(try modelRow())
        case .after, .within: return try deadline()
        case .enter:
            advance()
            let body = try body()
            return .enter(body, range: range(from: start))
        case .hold:
            advance()
            let timers = try names("a timer")
            return .hold(timers, range: range(from: start))
        case .timer:
            advance()
            return .timer(try name("a timer's name"))
        case .lane:
            advance()
            let lane = try name("a lane's name")
            try expect(.of)
            return .lane(lane, provider: try name("a provider"))
        case .child:
            advance()
            let child = try name("a child's name")
            try expect(.assign)
            let flow = try name("a flow")
            let parameters = at(.leftParenthesis) ? try arguments() : []
            return .child(child, flow: flow, parameters: parameters, range: range(from: start))
        default:
            throw unexpected("a row, a state or a group")
        }
    }

    private mutating func group() throws(Unreadable) -> Group {
        let start = position
        advance()
        let name = try nameBeforeBlock("a group's name")
        let items = try scope()
        guard let name else { throw Unreadable() }
        return Group(
            documentation: documentation(of: start), name: name, items: items, range: range(from: start))
    }

    private mutating func state() throws(Unreadable) -> StateDeclaration {
        let start = position
        advance()
        let name = try nameBeforeBlock("a state's name")
        var waitsForUser = false
        do throws(Unreadable) {
            if take(.waits) {
                waitsForUser = true
                try expect(.for)
                try expect(.user)
            }
            if !at(.leftBrace) { throw unexpected(waitsForUser ? "'{'" : "'waits for user' or '{'") }
        } catch {
            if !skipToBlock() { throw error }
        }
        let items = try scope()
        guard let name else { throw Unreadable() }
        return StateDeclaration(
            documentation: documentation(of: start), name: name, waitsForUser: waitsForUser, items: items,
            range: range(from: start))
    }

    /// Reads a scope's name; nil where it cannot be read and a block follows, which the caller reads to report its
    /// mistakes.
    private mutating func nameBeforeBlock(_ expectation: String) throws(Unreadable) -> Name? {
        do {
            return try name(expectation)
        } catch {
            if skipToBlock() { return nil }
            throw error
        }
    }

    /// Reads the items in braces.
    mutating func scope() throws(Unreadable) -> [Item] {
        guard at(.leftBrace), position < blockEnd else { throw unexpected("'{'") }
        guard scopeDepth < Self.deepestScope else {
            _ = nestedTooDeep("scopes", limit: Self.deepestScope)
            skipBlock()
            return []
        }
        scopeDepth += 1
        defer { scopeDepth -= 1 }
        return try block(resuming: .atRow) { parser throws(Unreadable) in try parser.itemInScope() }
    }

    /// Reads an item of a scope; nil for a declaration, which is reported and moved to the file.
    private mutating func itemInScope() throws(Unreadable) -> Item? {
        guard let keyword = current.keyword, keyword.beginsDeclaration else { return try item() }
        let token = current
        let declaration = try declaration()
        let message = "'\(keyword.rawValue)' stands outside of groups and states: it belongs to the whole file"
        log.add(.error(at: token.range, message, code: .misplacedRow))
        misplacedDeclarations.append(declaration)
        return nil
    }

    private mutating func choice() throws(Unreadable) -> ChoiceDeclaration {
        let start = position
        advance()
        let name = try nameBeforeBlock("a choice's name")
        var begun = 0
        let branches = try block(resuming: .atBranch) { parser throws(Unreadable) in
            begun += 1
            return try parser.branch()
        }
        guard let name else { throw Unreadable() }
        return ChoiceDeclaration(
            documentation: documentation(of: start), name: name, branches: branches,
            isWhole: branches.count == begun, range: range(from: start))
    }

    private mutating func branch() throws(Unreadable) -> ChoiceDeclaration.Branch {
        let start = position
        guard let condition = try guardIfAny() else { throw unexpected("'when' or 'otherwise'") }
        try expect(.arrow)
        let target = try name("a target")
        let body = try bodyIfAny()
        return ChoiceDeclaration.Branch(condition: condition, target: target, body: body, range: range(from: start))
    }

    private mutating func deadline() throws(Unreadable) -> Item {
        let start = position
        let isAfter = at(.after)
        advance()
        let wait = try wait()
        try expect(.arrow)
        let target = try name("a target")
        let body = try bodyIfAny()
        let deadline = Deadline(wait: wait, target: target, body: body, range: range(from: start))
        return isAfter ? .after(deadline) : .within(deadline)
    }

    private mutating func wait() throws(Unreadable) -> Deadline.Wait {
        switch current.kind {
        case .duration: .fixed(try duration())
        case .word: .parameter(try name("a duration such as '30s', or a parameter"))
        default: throw unexpected("a duration such as '30s', or a parameter")
        }
    }
}
