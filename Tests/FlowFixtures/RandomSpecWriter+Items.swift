extension RandomSpecWriter {
    mutating func item(isProvider: Bool, depth: Int) {
        switch number((depth < 3 ? 0 : 4)...(isProvider ? 17 : 14)) {
        case 0, 1: scope("state", isProvider: isProvider, depth: depth)
        case 2: scope("group", isProvider: isProvider, depth: depth)
        case 3: choice()
        case 4: timer()
        case 5: write("lane", name(), "of", name())
        case 6: write("child", name(), "=", name())
        case 7:
            write("enter")
            body()
        case 8:
            write("hold")
            names()
        case 9:
            write(one(of: ["after", "within"]), duration(), "->", name())
            bodyIfAny()
        case 10: write(one(of: ["ignore", "reject", "late"]), "other")
        case 11, 12:
            write(one(of: ["ignore", "reject", "late"]))
            list(atMost: 8) { $0.event() }
            conditionIfAny()
        case 13, 14:
            write("on")
            list(atMost: 4) { $0.event() }
            conditionIfAny()
            outcome()
        default: modelRow()
        }
    }

    mutating func timer() { write("timer", name()) }

    private mutating func scope(_ keyword: String, isProvider: Bool, depth: Int) {
        write(keyword, name())
        if keyword == "state", chance(40) { write("waits", "for", "user") }
        write("{")
        for _ in 0..<number(0...4) { item(isProvider: isProvider, depth: depth + 1) }
        write("}")
    }

    private mutating func choice() {
        write("choice", name(), "{")
        for _ in 0..<number(1...3) {
            if chance(70) {
                write("when")
                condition()
            } else {
                write("otherwise")
            }
            write("->", name())
            bodyIfAny()
        }
        write("}")
    }

    private mutating func conditionIfAny() {
        if chance(40) {
            write("when")
            condition()
        } else if chance(15) {
            write("otherwise")
        }
    }

    private mutating func outcome() {
        chance(60) ? write("->", name()) : write("stay")
        bodyIfAny()
    }

    private mutating func modelRow() {
        switch number(0...2) {
        case 0: write("call", name())
        case 1:
            write("emit")
            for index in 0..<number(1...4) {
                if index > 0 { write(one(of: ["then", ","])) }
                write(name())
            }
        default: write("quiet")
        }
        conditionIfAny()
        outcome()
    }

    private mutating func bodyIfAny() {
        if chance(50) {
            body()
        } else if chance(15) {
            writeIdle("{")
            writeIdle("}")
        }
    }

    private mutating func body() {
        write("{")
        for index in 0..<number(1...5) {
            if index > 0 { beginAfter(.separator) }
            order(isFirst: index == 0)
        }
        beginAfter(.anything)
        write("}")
    }

    private mutating func order(isFirst: Bool) {
        if isFirst { beginAfter(.anything) }
        onOneLine { writer in
            switch writer.number(0...7) {
            case 0:
                writer.write("keep")
                writer.names()
            case 1: writer.write("set", writer.name(), writer.one(of: [writer.duration(), writer.name()]))
            case 2: writer.write("clear", writer.name())
            case 3: writer.write("take", writer.name())
            case 4:
                writer.write("run", writer.name(), ".", writer.name())
                writer.values()
            case 5, 6:
                writer.write("do", writer.name())
                writer.values()
            default:
                writer.write(writer.name(), writer.one(of: ["=", "+=", "-="]))
                writer.literal()
            }
        }
    }

    private mutating func values() {
        if chance(60) { inBrackets("(", ")") { $0.list(atMost: 4) { $0.literal() } } }
    }
}
