/// The grammar of `Specs/README.md` as it stands there, by which a test reads texts and sees what a text has of it.
///
/// It knows no line ends, so some texts have several readings. A word of the grammar that may also be a name counts as the former.
package struct Grammar {
    /// A part of a rule.
    fileprivate indirect enum Part {
        /// A word or sign that stands in the text itself.
        case word(String)
        /// Another rule; a rule that the grammar does not have is any name, a number, a string or a line's end.
        case rule(String)
        /// Parts that stand one behind the other; `phrase` is the place in `phrases`.
        case sequence([Part], phrase: Int)
        case oneOf([Part])
        case optional(Part)
        /// The part any number of times, or not at all.
        case repeated(Part)
    }

    fileprivate private(set) var rules: [String: Part] = [:]
    /// Every sequence of the grammar, which is what stands between two signs of the notation, behind its rule and the sequences around it.
    ///
    /// `wait = param-id` is one, and `sig = id [ "(" field { "," field } ")" ]: "(" field { "," field } ")": "," field` another.
    package private(set) var phrases: [String] = []

    /// Reads the grammar that stands in a page: what its block beginning with `file` says.
    package init(inPage page: String) throws {
        let block = page.firstRange(of: "\n```\nfile ").flatMap { beginning in
            page[beginning.upperBound...].firstRange(of: "\n```\n").map { page[beginning.upperBound..<$0.lowerBound] }
        }
        guard let block else { throw UnfitFlow(problems: ["the page has no grammar"]) }
        var notation = Notation(text: "file " + block)
        while let (name, adds, part) = try notation.nextRule() {
            if adds, case .oneOf(let parts)? = rules[name], case .oneOf(let others) = part {
                rules[name] = .oneOf(parts + others)
            } else {
                rules[name] = part
            }
        }
        phrases = notation.phrases
    }

    /// The phrases of the grammar that the text has; nil where the grammar does not read the text.
    package func phrases(in text: String) -> Set<String>? {
        var reader = TextReader(grammar: self, words: Self.words(of: text))
        guard let reading = reader.read(.rule("file"), from: 0)[reader.words.count] else { return nil }
        return Set(phrases.indices.filter { reading.has($0) }.map { phrases[$0] })
    }

    /// The words and signs of a text, without its comments; of a duration the number and the unit are two.
    private static func words(of text: String) -> [Substring] {
        let pattern = #/(?://[^\n]*)|("(?:\\.|[^"\\])*"|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|\.\.\.|[-=!<>+]=|=>|->|[^\s])/#
        return text.matches(of: pattern).compactMap(\.output.1)
    }
}

/// Reads the notation of the grammar, rule by rule.
private struct Notation {
    /// What ends a sequence.
    private static let endings: Set<Substring> = ["|", ";", ")", "]", "}"]

    /// The signs that are still to be read, the last one first.
    private var signs: [Substring]
    private(set) var phrases: [String] = []
    /// The rule that is read, with the sign behind its name, and the sequences around the next one.
    private var around = ""

    init(text: String) {
        let pattern = #/(?:\(\*.*?\*\))|("[^"]*"|[A-Za-z-]+|\+=|[^\s])/#
        signs = text.matches(of: pattern).compactMap(\.output.1).reversed()
    }

    /// The next rule, and whether it adds to the one of its name; nil behind the last one.
    mutating func nextRule() throws -> (name: String, adds: Bool, Grammar.Part)? {
        guard let name = signs.popLast() else { return nil }
        let sign = signs.popLast() ?? ""
        around = "\(name) \(sign) "
        let part = try alternatives()
        guard ["=", "+="].contains(sign), signs.popLast() == ";" else { throw unfit() }
        return (String(name), sign == "+=", part)
    }

    private mutating func alternatives() throws -> Grammar.Part {
        var parts = [try sequence()]
        while signs.last == "|" {
            signs.removeLast()
            parts.append(try sequence())
        }
        return .oneOf(parts)
    }

    private mutating func sequence() throws -> Grammar.Part {
        let outer = around
        defer { around = outer }
        let phrase = phrases.count
        phrases.append(outer + signsOfSequence().joined(separator: " "))
        around = phrases[phrase] + ": "
        var parts: [Grammar.Part] = []
        while let sign = signs.last, !Self.endings.contains(sign) { parts.append(try part()) }
        guard !parts.isEmpty else { throw unfit() }
        return .sequence(parts, phrase: phrase)
    }

    /// The signs that stand before the end of the sequence which comes next.
    private func signsOfSequence() -> [Substring] {
        var depth = 0
        return signs.reversed().prefix { sign in
            if depth == 0, Self.endings.contains(sign) { return false }
            if ["(", "[", "{"].contains(sign) { depth += 1 }
            if [")", "]", "}"].contains(sign) { depth -= 1 }
            return true
        }
    }

    private mutating func part() throws -> Grammar.Part {
        guard let sign = signs.popLast() else { throw unfit() }
        switch sign {
        case "(": return try closed(by: ")")
        case "[": return .optional(try closed(by: "]"))
        case "{": return .repeated(try closed(by: "}"))
        case _ where sign.hasPrefix("\""): return .word(String(sign.dropFirst().dropLast()))
        default: return .rule(String(sign))
        }
    }

    private mutating func closed(by sign: Substring) throws -> Grammar.Part {
        let part = try alternatives()
        guard signs.popLast() == sign else { throw unfit() }
        return part
    }

    private func unfit() -> UnfitFlow { UnfitFlow(problems: ["the grammar cannot be read behind '\(around)'"]) }
}

/// A way in which a stretch of the text is read: its phrases, and how many of its words are the grammar's own.
private struct Reading {
    private(set) var ownWords = 0
    /// A bit for each phrase of the grammar.
    private var phrases: [UInt64] = []

    static let ofOwnWord = Self(ownWords: 1)

    init(ownWords: Int = 0) { self.ownWords = ownWords }

    func has(_ phrase: Int) -> Bool {
        phrase / 64 < phrases.count && phrases[phrase / 64] >> UInt64(phrase % 64) & 1 == 1
    }

    func followed(by other: Reading) -> Reading {
        var both = self
        both.ownWords += other.ownWords
        for (place, bits) in other.phrases.enumerated() { both.add(bits, at: place) }
        return both
    }

    mutating func add(phrase: Int) { add(1 << UInt64(phrase % 64), at: phrase / 64) }

    private mutating func add(_ bits: UInt64, at place: Int) {
        while phrases.count <= place { phrases.append(0) }
        phrases[place] |= bits
    }
}

/// Reads a text by the grammar in every way, and keeps for each stretch the way with the most words of the grammar's own.
private struct TextReader {
    /// For each place at which a reading ends, the best one.
    typealias Readings = [Int: Reading]

    let grammar: Grammar
    let words: [Substring]
    private var read: [String: [Int: Readings]] = [:]

    init(grammar: Grammar, words: [Substring]) {
        self.grammar = grammar
        self.words = words
    }

    mutating func read(_ part: Grammar.Part, from start: Int) -> Readings {
        switch part {
        case .word(let word): return start < words.count && words[start] == word ? [start + 1: .ofOwnWord] : [:]
        case .rule(let name):
            guard let rule = grammar.rules[name] else { return readBuiltIn(name, from: start) }
            if let readings = read[name]?[start] { return readings }
            let readings = read(rule, from: start)
            read[name, default: [:]][start] = readings
            return readings
        case .sequence(let parts, let phrase):
            var readings: Readings = [start: Reading()]
            for part in parts { readings = read(part, behind: readings) }
            return readings.mapValues { reading in
                var reading = reading
                reading.add(phrase: phrase)
                return reading
            }
        case .oneOf(let parts):
            return parts.reduce(into: [:]) { Self.merge(read($1, from: start), into: &$0) }
        case .optional(let part):
            var readings: Readings = [start: Reading()]
            Self.merge(read(part, from: start), into: &readings)
            return readings
        case .repeated(let part):
            var readings: Readings = [start: Reading()]
            var open: Set = [start]
            while let place = open.min() {
                open.remove(place)
                let further = read(part, behind: [place: readings[place] ?? Reading()])
                // A place is complete when it is the least, for what is read from there ends further on: a part that reads nothing is
                // left out.
                open.formUnion(further.keys.filter { $0 > place })
                Self.merge(further, into: &readings)
            }
            return readings
        }
    }

    private mutating func read(_ part: Grammar.Part, behind readings: Readings) -> Readings {
        var further: Readings = [:]
        for (place, reading) in readings.sorted(by: { $0.key < $1.key }) {
            Self.merge(read(part, from: place).mapValues { reading.followed(by: $0) }, into: &further)
        }
        return further
    }

    /// Reads what no rule of the grammar says: a number, a string, a line's end, or else a name.
    private func readBuiltIn(_ name: String, from start: Int) -> Readings {
        if name == "newline" { return [start: Reading()] }
        guard start < words.count, let first = words[start].first else { return [:] }
        let isSo =
            switch name {
            case "int": first.isNumber
            case "string": first == "\""
            default: first.isLetter || first == "_"
            }
        return isSo ? [start + 1: Reading()] : [:]
    }

    private static func merge(_ others: Readings, into readings: inout Readings) {
        readings.merge(others) { $0.ownWords >= $1.ownWords ? $0 : $1 }
    }
}
