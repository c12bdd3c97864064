/// Writes lines of Swift with their indentation, in the form that `swift format` gives them.
struct SourceWriter {
    private(set) var text = ""
    /// How many levels lines are indented, four spaces each.
    private var depth = 0

    /// The most characters of a line of code, as `.swift-format` says.
    static let greatestWidth = 120

    init() {}

    /// A writer of lines that stand one level deeper than those of the other.
    init(inside other: SourceWriter) {
        depth = other.depth + 1
    }

    /// Appends text that is indented already.
    mutating func add(_ text: String) { self.text += text }

    var indentation: String { String(repeating: "    ", count: depth) }

    /// A line; an empty one has no indentation.
    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : indentation + line + "\n"
    }

    /// Whether the line is not too long at this depth, or `levels` levels deeper.
    func fits(_ line: String, indentedBy levels: Int = 0) -> Bool {
        indentation.count + 4 * levels + line.count <= Self.greatestWidth
    }

    /// A head, a body that is indented, and a brace.
    mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// A `switch`, whose cases are indented as far as itself.
    mutating func switchBlock(_ subject: String, _ cases: (inout SourceWriter) -> Void) {
        line("switch \(subject) {")
        cases(&self)
        line("}")
    }

    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Where the tail of a list stands, such as its closing bracket, if the list had to be broken into lines.
    enum Ending {
        /// Right behind the last element, as in most calls.
        case attached
        /// On a line of its own: in a declaration, and in a call with a member behind its bracket, `).event`.
        case detached
        /// On a line of its own, with a comma behind the last element, as in an array.
        case array
    }

    /// A head, elements with commas, and a tail: on one line where it fits, else the elements on lines of their own.
    mutating func list(_ head: String, _ elements: [String], _ tail: String, _ ending: Ending = .attached) {
        let whole = head + elements.joined(separator: ", ") + tail
        // The formatter keeps an array on one line only where there is room for commas that it then does not write: one behind the
        // last element, and one in each element that is an array itself.
        let arrays = elements.count { $0.hasSuffix("]") }
        let commas = ending != .array ? "" : String(repeating: ",", count: 1 + arrays)
        guard !elements.isEmpty, !fits(whole + commas) else { return line(whole) }
        line(head)
        indented { writer in
            switch ending {
            case .attached: writer.fill(elements, endingIn: tail)
            case .detached: writer.fill(elements)
            case .array: writer.fill(elements, endingIn: ",")
            }
        }
        if ending != .attached { line(tail) }
    }

    /// A `case` with its patterns and `tail`: empty in an enum, else ":" or, with a body, ": BODY".
    ///
    /// Where all does not fit on one line, the body stands on a line of its own.
    mutating func patterns(_ patterns: [String], _ tail: String = "") {
        let whole = "case " + patterns.joined(separator: ", ") + tail
        guard !fits(whole) else { return line(whole) }
        var line = "case"
        for (place, pattern) in patterns.enumerated() {
            let end = place < patterns.count - 1 ? "," : tail.isEmpty ? "" : ":"
            if indentation.count + line.count + 1 + pattern.count + end.count > Self.greatestWidth {
                self.line(line)
                line = "   "
            }
            line += " " + pattern + end
        }
        self.line(line)
        // The body stands behind the colon and a space.
        guard tail.count > 2 else { return }
        indented { $0.line(String(tail.dropFirst(2))) }
    }

    /// An `if` over a condition, which is given in parts and each part in pieces; a long one is broken before its parts, and a part that is
    /// longer than a line before its pieces.
    mutating func condition(_ parts: [[String]], _ body: (inout SourceWriter) -> Void) {
        let whole = "if " + parts.joined().joined(separator: " ")
        guard !fits(whole + " {"), let first = parts.first else { return block(whole, body) }
        hang(["if " + first[0]] + first.dropFirst())
        indented { writer in
            var fitting: [String] = []
            for part in parts.dropFirst() {
                let text = part.joined(separator: " ")
                if writer.fits(text) {
                    fitting.append(text)
                } else {
                    writer.fill(fitting, separator: "")
                    fitting = []
                    writer.hang(part)
                }
            }
            writer.fill(fitting, separator: "")
        }
        line("{")
        indented(body)
        line("}")
    }

    /// Writes as many pieces as the first line has room for, and the others one level deeper.
    private mutating func hang(_ pieces: [String]) {
        var first = pieces[0]
        var others = pieces.dropFirst()
        while let next = others.first, fits(first + " " + next) {
            first += " " + next
            others.removeFirst()
        }
        line(first)
        indented { $0.fill(Array(others), separator: "") }
    }

    /// Elements with commas, as many to a line as there is room for.
    mutating func fill(_ elements: [String], endingIn tail: String = "", separator: String = ",") {
        var line = ""
        for (place, element) in elements.enumerated() {
            let piece = element + (place == elements.count - 1 ? tail : separator)
            if line.isEmpty {
                line = piece
            } else if indentation.count + line.count + 1 + piece.count > Self.greatestWidth {
                self.line(line)
                line = piece
            } else {
                line += " " + piece
            }
        }
        if !line.isEmpty { self.line(line) }
    }
}
