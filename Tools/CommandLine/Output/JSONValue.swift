import FlowTranscripts

/// A value as a script reads it; an object's members keep their order.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Milliseconds, written as seconds.
    case seconds(Int64)
    case text(String)
    case list([JSONValue])
    case object([Member])

    /// A name with its value; nothing keeps a name from standing twice.
    struct Member: Equatable, Sendable {
        var name: String
        var value: JSONValue
    }

    /// An object whose members stand in the order in which they are written here.
    static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// A list of texts.
    static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

    /// This object with the members of the other object after its own; this value unchanged where either is no object.
    func with(_ other: JSONValue) -> JSONValue {
        guard case .object(let members) = self, case .object(let more) = other else { return self }
        return .object(members + more)
    }

    /// The text, or null.
    static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
}

extension JSONValue {
    /// The value as JSON text by RFC 8259, with a line end; a list or object that holds only plain values stands in one line.
    var rendered: String {
        var text = ""
        render(into: &text, indentation: "")
        return text + "\n"
    }

    /// The value in one line.
    var compact: String {
        switch self {
        case .list(let elements): "[" + elements.map(\.compact).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\($0.name.json): \($0.value.compact)" }.joined(separator: ", ") + "}"
        case .null, .bool, .integer, .seconds, .text:
            // A single value is one line in any case.
            String(rendered.dropLast())
        }
    }

    private func render(into text: inout String, indentation: String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .seconds(let milliseconds): text += milliseconds.seconds
        case .text(let words): text += words.json
        case .list(let elements):
            render(elements.map { ("", $0) }, between: ("[", "]"), into: &text, indentation)
        case .object(let members):
            let members = members.map { ("\($0.name.json): ", $0.value) }
            render(members, between: ("{", "}"), into: &text, indentation)
        }
    }

    private func render(
        _ parts: [(name: String, value: JSONValue)], between brackets: (String, String), into text: inout String,
        _ indentation: String
    ) {
        let isShort = parts.allSatisfy { $0.value.isPlain }
        let inner = indentation + "  "
        text += brackets.0
        for (index, part) in parts.enumerated() {
            text += index == 0 ? "" : isShort ? ", " : ","
            if !isShort { text += "\n" + inner }
            text += part.name
            part.value.render(into: &text, indentation: inner)
        }
        if !isShort { text += "\n" + indentation }
        text += brackets.1
    }

    /// Whether the value does not need a line of its own: a single value, a list of single values, or an empty object.
    private var isPlain: Bool {
        switch self {
        case .null, .bool, .integer, .seconds, .text: true
        case .list(let elements): elements.allSatisfy { $0.isSingle }
        case .object(let members): members.isEmpty
        }
    }

    private var isSingle: Bool {
        switch self {
        case .null, .bool, .integer, .seconds, .text: true
        case .list, .object: false
        }
    }
}
