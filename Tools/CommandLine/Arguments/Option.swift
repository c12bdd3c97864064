/// A named argument of a command, as `--log LOG`.
struct Option: Hashable, Sendable {
    /// With its dashes, as `--log`.
    var name: String
    /// What help shows after the name for the option's value, as `LOG`; nil for a switch, which takes none.
    var value: String?
    /// What help says about the option, in one sentence without its full stop.
    var summary: String
    var isRequired = false
    /// The values that the option may have; nil for any.
    var choices: [String]?
    /// Whether the option may stand several times in a call, each time with one value or more.
    var isRepeated = false
    /// Whether the value may be an address of a database, or any text; another option refuses what looks like an address.
    var takesAddress = false

    /// How the line "Usage" of a help page shows the option: in brackets unless required.
    var usage: String {
        let words = value.map { "\(name) \($0)" + (isRepeated ? "..." : "") } ?? name
        return isRequired ? words : "[\(words)]"
    }
}

extension Option {
    static let format = Option(
        name: "--format", value: "text|json", summary: "How the result is written; text if not said",
        choices: ["text", "json"])
    static let specs = Option(
        name: "--specs", value: "DIR", summary: "Where flows are looked up by name; the nearest Specs if not said")
    static let help = Option(name: "--help", summary: "Prints this page")
}

/// An argument without a name.
struct Operand: Hashable, Sendable {
    /// How many words of a call the operand takes; one that takes any number must be the command's last operand.
    enum Count: Sendable {
        case one
        case atMostOne
        case any
        case atLeastOne
    }

    var name: String
    var summary: String
    var count = Count.one
    /// Whether the words may be addresses of databases; another operand refuses what looks like one.
    var takesAddress = false

    /// How the line "Usage" of a help page shows the operand.
    var usage: String {
        switch count {
        case .one: name
        case .atMostOne: "[\(name)]"
        case .any: "[\(name)...]"
        case .atLeastOne: "\(name)..."
        }
    }
}
