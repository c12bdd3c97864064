/// One problem of a spec: where, what, and why.
public struct Diagnostic: Sendable {
    /// Whether the spec is wrong, or something in it deserves a look.
    public enum Severity: String, Sendable { case error, warning }

    /// A related place: where the other one stands.
    public struct Note: Sendable {
        /// What stands there, in a few words without a full stop: `the first stands here`.
        public var message: String
        /// In the text that the diagnostic is about.
        public var range: SourceRange

        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// One error is enough to keep a flow from being run or generated.
    public var severity: Severity
    /// Printed in brackets behind the message; with it `keyway help` finds the page.
    public var code: DiagnosticCode
    /// What is wrong and why, without a full stop; it may quote any part of the file.
    public var message: String
    /// Its first byte gives the line and column that are printed; it is empty where something is missing.
    public var range: SourceRange
    /// Printed below the message, in this order; mostly none.
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
