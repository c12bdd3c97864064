import KeywayCore

extension RawValue {
    /// The value as JSON (RFC 8259), on one line, an object's members in the order of their names.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): number.isFinite ? String(number) : "null"
        case .text(let words): words.json
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .object(let members):
            jsonObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        }
    }
}

/// A JSON object of these members, in their order; their values are JSON already.
package func jsonObject(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { "\($0.name.json): \($0.json)" }.joined(separator: ", ") + "}"
}

/// A JSON list of elements that are JSON already.
package func jsonList(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

extension String {
    /// The text as a JSON string. Characters that would break a line or steer a terminal are escaped, also where JSON allows them.
    package var json: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
