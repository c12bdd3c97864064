extension Parser {
    /// Reads a body such as `{ keep phone; do request(phone) }`; nil where no `{` stands.
    mutating func bodyIfAny() throws(Unreadable) -> Body? {
        at(.leftBrace) ? try body() : nil
    }

    /// Reads orders, each on its line or before a `;`.
    mutating func body() throws(Unreadable) -> Body {
        let start = position
        let orders = try block(resuming: .atLineOrAfterSemicolon, newlineEnds: true) { parser throws(Unreadable) in
            try parser.orderAndSeparator()
        }
        return Body(orders: orders, range: range(from: start))
    }

    /// Reads an order and the `;` or newline behind it; nil for a `;` by itself.
    private mutating func orderAndSeparator() throws(Unreadable) -> Order? {
        if take(.semicolon) { return nil }
        let start = position
        let content = try order()
        let range = range(from: start)
        guard atEndOfElement || take(.semicolon) else { throw unexpected("';' or a new line") }
        return Order(content: content, range: range)
    }

    private mutating func order() throws(Unreadable) -> Order.Content {
        switch current.keyword {
        case .keep:
            advance()
            return .keep(try names("a field to keep"))
        case .set:
            advance()
            let timer = try name("a timer")
            return .set(timer: timer, try value("a duration"))
        case .clear:
            advance()
            return .clear(timer: try name("a timer"))
        case .take:
            advance()
            return .take(lane: try name("a lane"))
        case .run:
            advance()
            let child = try name("a child")
            try expect(.dot)
            let command = try name("a command of the child")
            return .run(child: child, command: command, arguments: try valuesIfAny())
        case .do:
            advance()
            let effect = try name("an effect")
            return .perform(effect: effect, arguments: try valuesIfAny())
        default:
            return try assignment()
        }
    }

    /// Reads `tries += 1`: any other beginning is no order.
    private mutating func assignment() throws(Unreadable) -> Order.Content {
        let orders = "an order: an assignment, 'keep', 'set', 'clear', 'take', 'run' or 'do'"
        guard current.kind == .word else { throw unexpected(orders) }
        let variable = try name("a variable")
        let sign: Order.Assignment
        switch current.kind {
        case .assign: sign = .assign
        case .addAssign: sign = .add
        case .subtractAssign: sign = .subtract
        default: throw unexpected("'=', '+=' or '-='")
        }
        advance()
        return .assign(variable, sign, try value())
    }

    /// Reads names with commas between them.
    mutating func names(_ expectation: String) throws(Unreadable) -> [Name] {
        try list { parser throws(Unreadable) in try parser.name(expectation) }
    }
}
