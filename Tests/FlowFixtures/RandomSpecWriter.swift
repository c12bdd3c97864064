import KeywayTesting

/// Writes the tokens of a random spec, production by production.
struct RandomSpecWriter {
    private(set) var tokens: [RandomSpecText.Token] = []
    private var generator: SeededGenerator
    /// What may stand before each token that is written now.
    private var before = RandomSpecText.Token.Before.anything
    /// What must stand before the next token alone, instead of `before`.
    private var beforeNext: RandomSpecText.Token.Before?

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    // MARK: Tokens

    mutating func write(_ texts: String...) {
        for text in texts { write(text, isIdle: false) }
    }

    mutating func writeIdle(_ text: String) { write(text, isIdle: true) }

    private mutating func write(_ text: String, isIdle: Bool) {
        tokens.append(RandomSpecText.Token(text: text, before: beforeNext ?? before, isIdle: isIdle))
        beforeNext = nil
    }

    mutating func beginAfter(_ before: RandomSpecText.Token.Before) { beforeNext = before }

    /// Writes tokens with nothing but spaces before them, because a newline would end what they say.
    mutating func onOneLine(_ write: (inout RandomSpecWriter) -> Void) {
        let outer = before
        before = .space
        write(&self)
        before = outer
    }

    /// Writes a bracket and what is in it, where newlines mean nothing.
    mutating func inBrackets(_ open: String, _ close: String, _ write: (inout RandomSpecWriter) -> Void) {
        self.write(open)
        let outer = before
        before = .anything
        write(&self)
        self.write(close)
        before = outer
    }

    // MARK: Chance

    mutating func chance(_ percent: Int) -> Bool { generator.happens(percent: percent) }

    mutating func one(of choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func name() -> String {
        one(of: ["a", "b2", "phone", "sends", "user", "code", "by", "a_rather_long_name_for_a_thing", "X", "Why"])
    }

    mutating func duration() -> String { "\(number(1...5000))\(one(of: ["ms", "s", "m", "h"]))" }

    mutating func string() -> String {
        one(of: [#""""#, #""x""#, #""NOT A WORD""#, #""\u{21}\n\"\\ // no comment""#, #""é""#])
    }

    // MARK: Lists

    mutating func list(atMost count: Int, _ element: (inout RandomSpecWriter) -> Void) {
        for index in 0..<number(1...count) {
            if index > 0 { write(",") }
            element(&self)
        }
    }

    mutating func names(atMost count: Int = 4) { list(atMost: count) { $0.write($0.name()) } }

    // MARK: Values

    mutating func literal() {
        write(one(of: [string(), "\(number(0...9999))", "007", duration(), "true", "false", "nil", name()]))
    }

    mutating func path() {
        write(name())
        while chance(40) { write(".", one(of: ["in", "not", "data", "token"])) }
    }

    mutating func value(isPath: Bool) { isPath && chance(70) ? path() : literal() }

    mutating func event() {
        switch number(0...5) {
        case 0: write("stale", name())
        case 1: write(name(), ".", name())
        default: write(name())
        }
    }

    /// - Parameter isPath: whether its values may be paths into a raw callback, as in a source.
    mutating func condition(isPath: Bool = false, depth: Int = 0) {
        let isIdle = chance(20)
        if isIdle { writeIdle("(") }
        alternatives(isPath: isPath, depth: depth)
        if isIdle { writeIdle(")") }
    }

    private mutating func alternatives(isPath: Bool, depth: Int) {
        repeat {
            repeat { unary(isPath: isPath, depth: depth) } while chance(30) && also("and")
        } while chance(20) && also("or")
    }

    private mutating func also(_ word: String) -> Bool {
        write(word)
        return true
    }

    private mutating func unary(isPath: Bool, depth: Int) {
        while chance(20) { write("not") }
        guard depth < 3, chance(25) else { return atom(isPath: isPath) }
        inBrackets("(", ")") { $0.condition(isPath: isPath, depth: depth + 1) }
    }

    private mutating func atom(isPath: Bool) {
        switch number(0...5) {
        case 0, 1:
            value(isPath: isPath)
            write(one(of: ["==", "!=", "<", "<=", ">", ">="]))
            value(isPath: isPath)
        case 2:
            value(isPath: isPath)
            write("in")
            inBrackets("{", "}") { $0.list(atMost: 6) { $0.value(isPath: isPath) } }
        case 3: write(name(), "in", name())
        case 4: write(name(), one(of: ["present", "absent"]))
        default: isPath ? write(name(), "present") : write(name())
        }
    }
}
