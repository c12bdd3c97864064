extension RandomSpecWriter {
    mutating func writeFile(isProvider: Bool) {
        if isProvider {
            write("provider", name(), "version", string(), "for", name())
        } else {
            write("flow", name(), "version", "\(number(1...20))")
        }
        for _ in 0..<number(1...14) {
            chance(60) ? declaration(isProvider: isProvider) : item(isProvider: isProvider, depth: 0)
        }
    }

    private mutating func declaration(isProvider: Bool) {
        switch number(0...(isProvider ? 12 : 10)) {
        case 0: type()
        case 1: enumeration()
        case 2: context()
        case 3:
            write(one(of: ["command", "callback"]))
            list(atMost: 4) { $0.signature() }
        case 4, 5: effect()
        case 6: source()
        case 7: final(isProvider: isProvider)
        case 8, 9: requirement()
        case 10: scenario()
        case 11: word()
        default:
            write("success")
            names()
        }
    }

    private mutating func type() {
        write("type", name(), "=", one(of: ["text", "duration", "int"]))
        inBrackets("(", ")") {
            $0.write($0.one(of: ["1", "5s"]), "...", $0.one(of: ["128", "20m"]))
        }
        if chance(50) { write(one(of: ["personal", "secret", "transient"])) }
    }

    private mutating func enumeration() {
        write("enum", name(), "{")
        list(atMost: 6) { writer in
            writer.write(writer.name())
            guard writer.chance(50) else { return }
            writer.write("=")
            repeat { writer.code() } while writer.chance(40) && writer.bar()
        }
        if chance(20) { writeIdle(",") }
        write("}")
    }

    private mutating func bar() -> Bool {
        write("|")
        return true
    }

    private mutating func code() {
        switch number(0...3) {
        case 0: write("\(number(0...100))", "...", "\(number(100...9999))")
        case 1: write("*")
        default: literal()
        }
    }

    private mutating func context() {
        write("context", "{")
        for _ in 0..<number(0...5) {
            write(name(), ":")
            kind()
            if chance(30) { write("?") }
            if chance(40) {
                write("=")
                literal()
            }
            if chance(50) { writeIdle(",") }
        }
        write("}")
    }

    private mutating func kind() {
        switch number(0...6) {
        case 0: write("bool")
        case 1: write("duration")
        case 2: write("int", "\(number(0...3))", "...", "\(number(3...9))")
        case 3: write("set", "of", name())
        case 4: write(name(), ".", name())
        default: write(one(of: ["Phone", "Token", "Country"]))
        }
    }

    private mutating func signature() {
        write(name())
        guard chance(50) else { return }
        inBrackets("(", ")") { writer in
            writer.list(atMost: 4) { writer in
                writer.write(writer.name(), ":")
                writer.kind()
                if writer.chance(30) { writer.write("?") }
            }
        }
    }

    mutating func arguments() {
        inBrackets("(", ")") { writer in
            writer.list(atMost: 3) { writer in
                writer.write(writer.name(), ":")
                writer.literal()
            }
        }
    }

    private mutating func effect() {
        write("effect")
        signature()
        // In the order in which the formatter writes them, so that the comments between them stay in their order.
        if chance(40) { write("once") }
        if chance(20) { write("volatile") }
        if chance(30) { write("starts", "attempt") }
        if chance(50) { write("calls", name(), ".", name()) }
        if chance(30) { write("needs", name()) }
        guard chance(60) else { return }
        write("replies")
        list(atMost: 4) { $0.signature() }
        write("otherwise", name())
        if chance(30) { arguments() }
        if chance(50) { write("within", duration()) }
    }

    private mutating func source() {
        write("source", name(), "=", string(), "by", name(), one(of: ["singleton", "stamped"]), "{")
        for _ in 0..<number(0...5) {
            if chance(30) { write("retained") }
            list(atMost: 3) { $0.write($0.one(of: ["READY", "FAILED", "\"NOT A WORD\"", "\"QUOTED\"", "did_it"])) }
            if chance(50) {
                write("when")
                condition(isPath: true)
            }
            write("=>", name())
            guard chance(50) else { continue }
            inBrackets("(", ")") { writer in
                writer.list(atMost: 3) { writer in
                    writer.write(writer.name(), ":")
                    writer.value(isPath: true)
                    if writer.chance(40) {
                        writer.write("or")
                        writer.value(isPath: true)
                    }
                }
            }
        }
        write("}")
    }

    /// Without `success` in a provider's file: a final is misplaced there, and `success` would begin a declaration.
    private mutating func final(isProvider: Bool) {
        write("final", name())
        if !isProvider, chance(40) { write("success") }
        if chance(50) {
            write("keeps")
            names()
        }
        if chance(20) {
            writeIdle("{")
            writeIdle("}")
        } else if chance(20) {
            write("{")
            item(isProvider: false, depth: 3)
            write("}")
        }
    }

    private mutating func requirement() {
        write("require")
        onOneLine { writer in
            if writer.chance(10) {
                writer.write("do", writer.name(), "(", writer.name(), ")", "with", "the", "latest", writer.name())
            } else if writer.chance(40) {
                writer.write(writer.one(of: ["always", "never", "sometimes", "eventually"]))
                writer.fact()
            } else if writer.chance(50) {
                writer.requirementOfSeveralSteps()
            } else {
                writer.fact()
                writer.write("only", "after")
                writer.list(atMost: 3) { $0.fact() }
                guard writer.chance(30) else { return }
                writer.write("since")
                writer.event()
            }
        }
        beginAfter(.newline)
        timer()
    }

    private mutating func requirementOfSeveralSteps() {
        switch number(0...4) {
        case 0:
            fact()
            write("never", "after")
            fact()
            until()
        case 1:
            write("at", "most", one(of: ["0", "3", name()]))
            fact()
            until()
        case 2:
            write(name(), "falls", "only", "on")
            list(atMost: 3) { $0.event() }
        case 3:
            fact()
            write("only", "while", name())
        default:
            write("always", "possible", name(), "in")
            names()
        }
    }

    private mutating func until() {
        guard chance(50) else { return }
        write("until")
        fact()
    }

    private mutating func fact(depth: Int = 0) {
        guard depth < 3, chance(25) else { return atom(isJoined: depth > 0) }
        switch number(0...2) {
        case 0:
            write("not")
            fact(depth: depth + 1)
        case 1: inBrackets("(", ")") { $0.fact(depth: depth + 1) }
        default:
            atom(isJoined: true)
            write(one(of: ["and", "or"]))
            fact(depth: depth + 1)
        }
    }

    /// - Parameter isJoined: whether it is a part of a larger fact, in which a condition needs parentheses.
    private mutating func atom(isJoined: Bool) {
        switch number(0...6) {
        case 0: write("in", name())
        case 6: write("stale", name())
        case 1:
            write("on")
            event()
        case 2: write("do", name())
        case 3: inBrackets("(", ")") { $0.condition() }
        case 4 where !isJoined: condition()
        case 4: inBrackets("(", ")") { $0.condition() }
        default: write(name())
        }
    }

    private mutating func scenario() {
        write("scenario", string(), "{")
        for _ in 0..<number(0...4) {
            switch number(0...2) {
            case 0:
                write("on")
                event()
                if chance(40) { arguments() }
            case 1: write("advance", duration())
            default:
                write("expect")
                fact()
            }
        }
        write("}")
    }

    private mutating func word() {
        write("word", name(), "=", one(of: ["READY", "\"NOT A WORD\"", "\"QUOTED\""]))
        guard chance(60) else { return }
        inBrackets("(", ")") { writer in
            writer.list(atMost: 5) { writer in
                writer.path()
                writer.write(":")
                writer.literal()
            }
        }
    }
}
