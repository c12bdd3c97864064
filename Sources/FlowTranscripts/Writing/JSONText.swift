import KeywayCore

extension RawValue {
    /// The value in RFC 8259's notation, on one line; members by name.
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

/// An object of members that are written already, in their order.
package func jsonObject(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { "\($0.name.json): \($0.json)" }.joined(separator: ", ") + "}"
}

/// A list of elements that are written already.
package func jsonList(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

extension String {
    /// The text in quotes. What would break a line or steer a terminal is escaped as well.
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

extension Int64 {
    /// Milliseconds as seconds, exactly: 30.1, never 30.100000000000001.
    package var seconds: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 1000)
        var fraction = rest == 0 ? "" : "." + String(String(1000 + rest).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (self < 0 ? "-" : "") + String(whole) + fraction
    }
}
