import KeywayCore

/// A pattern of a `case`: a member of an enum, with a name or `_` for each value that it carries.
struct CasePattern: Hashable {
    /// The case with its dot, such as `.phoneEntered`, or a literal.
    let member: String
    /// One for each value, such as `let phone` or `_`; empty where no value is looked at.
    let bindings: [String]

    init(_ member: String, _ bindings: [String] = []) {
        self.member = member
        self.bindings = bindings
    }

    /// The pattern that binds every field under its own name.
    init(_ member: String, binding fields: [Field]) {
        self.init(member, fields.map { "let \(SwiftIdentifier.escaped($0.name))" })
    }

    var text: String { bindings.isEmpty ? member : "\(member)(\(bindings.joined(separator: ", ")))" }
}

extension SourceWriter {
    /// The line `case PATTERN:` without a body; where it is too long, the bindings stand on lines of their own.
    mutating func caseHead(_ pattern: CasePattern) {
        if pattern.bindings.isEmpty { return line("case \(pattern.member):") }
        list("case \(pattern.member)(", pattern.bindings, "):")
    }

    /// A case with its body: both on one line where they fit, else the body on lines of its own.
    mutating func caseLine(_ pattern: CasePattern, _ body: (inout SourceWriter) -> Void) {
        var inner = SourceWriter()
        body(&inner)
        let lines = inner.text.split(separator: "\n")
        if lines.count == 1, fits("case \(pattern.text): \(lines[0])") {
            line("case \(pattern.text): \(lines[0])")
        } else {
            caseHead(pattern)
            indented(body)
        }
    }
}
