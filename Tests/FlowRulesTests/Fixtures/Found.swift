import FlowLanguage
import FlowMachine
import FlowRules
import Testing

/// A diagnostic with the words of the spec that it stands at.
struct Found: CustomStringConvertible {
    var severity: Diagnostic.Severity
    var code: DiagnosticCode
    var line: Int
    var words: String
    var message: String
    var notes: [String]

    var description: String { "\(line): \(severity.rawValue): \(message) [\(code.name)] at '\(words)'" }
}

/// What `check` finds in a text that lies among these flows.
func found(in text: String, among flows: [String: String] = [:], limit: Int = 1_000_000) -> [Found] {
    let source = SourceText(path: "test.flow", bytes: Array(text.utf8))
    let directory = FlowDirectory { name in
        flows[name].map { .text(SourceText(path: name, bytes: Array($0.utf8))) } ?? .nothing
    }
    return check(source, beside: SpecSurroundings(flows: directory), limit: limit).diagnostics.map { diagnostic in
        let (lower, upper) = (max(diagnostic.range.lower, 0), min(diagnostic.range.upper, source.bytes.count))
        return Found(
            severity: diagnostic.severity, code: diagnostic.code, line: source.place(of: lower).line,
            words: lower <= upper ? String(decoding: source.bytes[lower..<upper], as: UTF8.self) : "",
            message: diagnostic.message, notes: diagnostic.notes.map(\.message))
    }
}

/// Expects that the flow has no error, and no diagnostic of this code.
func expectNone(
    of code: DiagnosticCode, in text: String, among flows: [String: String] = [:],
    location: Testing.SourceLocation = #_sourceLocation
) {
    let found = found(in: text, among: flows)
    #expect(!found.contains { $0.code == code || $0.severity == .error }, "\(found)", sourceLocation: location)
}

/// Expects that the diagnostics of this code are exactly these: at these words, with these pieces in their messages.
func expect(
    _ code: DiagnosticCode, at expected: [(words: String, piece: String)], in text: String,
    among flows: [String: String] = [:], location: Testing.SourceLocation = #_sourceLocation
) {
    let found = found(in: text, among: flows)
    let ofCode = found.filter { $0.code == code }
    #expect(ofCode.count == expected.count, "\(found)", sourceLocation: location)
    for (one, (words, piece)) in zip(ofCode, expected) {
        #expect(one.words.hasPrefix(words), "\(one)", sourceLocation: location)
        #expect(one.message.contains(piece) || piece.isEmpty, "\(one)", sourceLocation: location)
    }
}
