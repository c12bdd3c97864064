/// One problem of a spec: where, what, and why.
public struct Diagnostic: Sendable {
    /// An error says that the spec is wrong, a warning that something in it deserves a look.
    public enum Severity: String, Sendable { case error, warning }

    /// A related place in the same text, such as the first of two equal names.
    public struct Note: Sendable {
        /// What stands at the place, in a few words without a full stop: `the first stands here`.
        public var message: String
        /// The place, in the text that the diagnostic is about.
        public var range: SourceRange

        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// Whether the problem is an error or a warning; one error keeps a flow from being run or generated.
    public var severity: Severity
    /// The kind of problem, printed in brackets behind the message; `keyway help` explains it.
    public var code: DiagnosticCode
    /// What is wrong and why, without a full stop; it may quote any part of the file.
    public var message: String
    /// Where the problem is: the first byte gives the line and column that are printed. Empty where something is
    /// missing.
    public var range: SourceRange
    /// Related places, printed below the message in this order; mostly none.
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

    /// A problem that makes the spec wrong.
    ///
    /// - Parameters:
    ///   - range: the place, of which the first byte gives the printed line and column; empty where something is
    ///     missing.
    ///   - message: what is wrong and why, without a full stop.
    ///   - code: the kind of problem, printed in brackets behind the message.
    ///   - notes: related places in the same text, printed below the message in this order.
    public static func error(
        at range: SourceRange, _ message: String, code: DiagnosticCode, notes: [Note] = []
    ) -> Diagnostic {
        Diagnostic(.error, at: range, message, code: code, notes: notes)
    }

    /// A problem that deserves a look and leaves the spec usable.
    ///
    /// - Parameters:
    ///   - range: as for `error`.
    ///   - message: as for `error`.
    ///   - code: as for `error`.
    ///   - notes: as for `error`.
    public static func warning(
        at range: SourceRange, _ message: String, code: DiagnosticCode, notes: [Note] = []
    ) -> Diagnostic {
        Diagnostic(.warning, at: range, message, code: code, notes: notes)
    }
}
