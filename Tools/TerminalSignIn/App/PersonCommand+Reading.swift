import KeywayCore
import ProgramStreams
import ProviderFlows

/// A sentence that says why a typed line is no command, and how to correct it.
struct Misunderstanding: Error, Equatable {
    var sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

extension PersonCommand {
    /// Reads a line as somebody typed it; nil for an empty one, or one that is a remark behind `#`.
    init?(_ line: String) throws(Misunderstanding) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        guard let name = Name(rawValue: first.lowercased()) else {
            throw Misunderstanding("'\(first.prefix(40))' is no command; 'help' lists them")
        }
        let rest = Array(words.dropFirst())
        switch name {
        case .start: self = .start(try Start(rest))
        case .code: self = .code(try Self.code(rest))
        case .number:
            guard rest.count == 2 else { throw Misunderstanding("'number' needs two words more: \(name.usage)") }
            self = .number(try Self.phone(rest[0]), countryCode: try Self.country(rest[1]))
        case .choose:
            switch try Self.only(rest, of: name) {
            case "pin": self = .choose(.pin)
            case "biometric": self = .choose(.biometric)
            case let other: throw Misunderstanding("'\(other.prefix(40))' is neither 'pin' nor 'biometric'")
            }
        case .pin: self = .pin(try Self.digits(Self.only(rest, of: name), 4...16, "a PIN"))
        case .sign:
            let text = rest.joined(separator: " ")
            guard (1...512).contains(text.unicodeScalars.count) else {
                throw Misunderstanding("'sign' needs a text of 1 to 512 characters, as 'sign pay 20 to Asha'")
            }
            self = .sign(text)
        case .next: self = try Self.alone(.next, rest)
        case .cancel: self = try Self.alone(.cancel, rest)
        case .resend: self = try Self.alone(.resend, rest)
        case .skip: self = try Self.alone(.skip, rest)
        case .again: self = try Self.alone(.again, rest)
        case .done: self = try Self.alone(.done, rest)
        case .help: self = try Self.alone(.help, rest)
        case .status: self = try Self.alone(.status, rest)
        case .quit: self = try Self.alone(.quit, rest)
        }
    }

    /// The command, where no word follows its name.
    private static func alone(_ command: PersonCommand, _ rest: [String]) throws(Misunderstanding) -> PersonCommand {
        guard rest.isEmpty else {
            throw Misunderstanding("'\(command.name.rawValue)' stands alone; '\(rest[0].prefix(40))' is too much")
        }
        return command
    }

    /// The one word that follows the name.
    private static func only(_ rest: [String], of name: Name) throws(Misunderstanding) -> String {
        guard rest.count == 1 else {
            throw Misunderstanding("'\(name.rawValue)' needs one word more: \(name.usage)")
        }
        return rest[0]
    }

    private static func code(_ rest: [String]) throws(Misunderstanding) -> Code {
        let word = try only(rest, of: .code)
        return word == "phone" ? .onPhone : .typed(try digits(word, 4...8, "a code"))
    }

    private static func digits(
        _ word: String, _ length: ClosedRange<Int>, _ what: String
    ) throws(Misunderstanding) -> String {
        guard length.contains(word.count), word.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw Misunderstanding("\(what) has \(length.lowerBound) to \(length.upperBound) digits, as 123456")
        }
        return word
    }

    fileprivate static func phone(_ word: String) throws(Misunderstanding) -> String {
        guard word.count == 10, word.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw Misunderstanding("a number has 10 digits, as 4912345678")
        }
        return word
    }

    fileprivate static func country(_ word: String) throws(Misunderstanding) -> String {
        guard word.count == 2, word.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw Misunderstanding("a country has two letters, as DE")
        }
        return word.uppercased()
    }
}

extension PersonCommand.Start {
    fileprivate init(_ words: [String]) throws(Misunderstanding) {
        guard words.count >= 2 else {
            throw Misunderstanding("'start' needs a number and a country, as 'start 4912345678 DE'")
        }
        self.init(
            phone: try PersonCommand.phone(words[0]), countryCode: try PersonCommand.country(words[1]))
        for word in words.dropFirst(2) {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count) {
            case ("ways"?, 2): ways = try Self.ways(parts[1])
            case ("account"?, 2) where (1...128).contains(parts[1].unicodeScalars.count): account = parts[1]
            case ("budget"?, 2):
                guard let seconds = Int(digits: parts[1]), (1...900).contains(seconds) else {
                    throw Misunderstanding("a budget is 1 to 900 seconds, as budget=300")
                }
                budget = .seconds(seconds)
            default:
                throw Misunderstanding(
                    "'\(word.prefix(40))' is none of ways=..., account=NAME and budget=SECONDS: "
                        + PersonCommand.Name.start.usage)
            }
        }
    }

    private static func ways(_ list: String) throws(Misunderstanding) -> Set<PhoneLogin.Way> {
        let names = Dictionary(uniqueKeysWithValues: PhoneLogin.Way.allCases.map { ("\($0)", $0) })
        var ways: Set<PhoneLogin.Way> = []
        for word in list.split(separator: ",") {
            guard let way = names[String(word)] else {
                throw Misunderstanding(
                    "there is no way '\(word.prefix(40))': they are silent, smart, truecaller, offline")
            }
            ways.insert(way)
        }
        return ways
    }
}
