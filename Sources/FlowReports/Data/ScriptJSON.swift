/// Writes JSON that is as harmless inside of a script element as it is anywhere else.
///
/// No `<`, `>` or `&` stands in it, so that no text ends the element or begins another, and no line separator of JavaScript.
struct ScriptJSON {
    private(set) var bytes: [UInt8] = []

    /// Writes an object with the members that `fill` adds.
    mutating func object(_ fill: (inout Members) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        // The bytes move into the members and back: two owners of them would copy all at the next byte.
        var members = Members(json: ScriptJSON())
        swap(&members.json, &self)
        fill(&members)
        swap(&members.json, &self)
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func list<Element>(
        _ elements: some Sequence<Element>, _ write: (inout ScriptJSON, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func numbers(_ numbers: some Sequence<Int>) { list(numbers) { $0.number($1) } }

    mutating func texts(_ texts: some Sequence<String>) { list(texts) { $0.text($1) } }

    /// A number that a page can hold exactly: one beyond 53 bits becomes the nearest such.
    mutating func number(_ number: Int) {
        let greatest = (1 << 53) - 1
        bytes += String(Swift.min(Swift.max(number, -greatest), greatest)).utf8
    }

    /// The text in quotes; a scalar that shows no character of its own, such as a line break or one that turns the direction of writing,
    /// becomes U+FFFD.
    mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes += #"\""#.utf8
            case "\\": bytes += #"\\"#.utf8
            case "<": bytes += #"\u003c"#.utf8
            case ">": bytes += #"\u003e"#.utf8
            case "&": bytes += #"\u0026"#.utf8
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default: bytes += (scalar.isShown ? scalar : "\u{FFFD}").utf8
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func null() { bytes += "null".utf8 }

    /// An object that is being written; its members keep their order.
    struct Members {
        fileprivate var json: ScriptJSON
        private var isFirst = true

        fileprivate init(json: ScriptJSON) {
            self.json = json
        }

        mutating func member(_ name: String, _ write: (inout ScriptJSON) -> Void) {
            if !isFirst { json.bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            json.text(name)
            json.bytes.append(UInt8(ascii: ":"))
            write(&json)
        }

        mutating func text(_ name: String, _ text: String?) {
            member(name) { json in text.map { json.text($0) } ?? json.null() }
        }

        mutating func number(_ name: String, _ number: Int) { member(name) { $0.number(number) } }

        mutating func numbers(_ name: String, _ numbers: some Sequence<Int>) { member(name) { $0.numbers(numbers) } }

        mutating func texts(_ name: String, _ texts: some Sequence<String>) { member(name) { $0.texts(texts) } }

        mutating func list<Element>(
            _ name: String, _ elements: some Sequence<Element>, _ write: (inout ScriptJSON, Element) -> Void
        ) {
            member(name) { $0.list(elements, write) }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar shows a character of its own.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
