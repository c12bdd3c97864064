/// One problem of a spec: where, what, and why.
public struct Diagnostic: Sendable {
    /// Whether the spec is wrong, or something in it deserves a look.
    public enum Severity: String, Sendable { case error, warning }

    /// A related place: where the other one stands.
    public struct Note: Sendable {
        public var message: String
        public var range: SourceRange

        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    public var severity: Severity
    public var code: DiagnosticCode
    public var message: String
    public var range: SourceRange
    public var notes: [Note]

    public init(
        _ severity: Severity, at range: SourceRange, _ message: String, code: DiagnosticCode, notes: [Note] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.range = range
        self.notes = notes
    }

    /// Something that makes the spec wrong.
    public static func error(
        at range: SourceRange, _ message: String, code: DiagnosticCode, notes: [Note] = []
    ) -> Diagnostic {
        Diagnostic(.error, at: range, message, code: code, notes: notes)
    }

    /// Something that deserves a look.
    public static func warning(
        at range: SourceRange, _ message: String, code: DiagnosticCode, notes: [Note] = []
    ) -> Diagnostic {
        Diagnostic(.warning, at: range, message, code: code, notes: notes)
    }
}
