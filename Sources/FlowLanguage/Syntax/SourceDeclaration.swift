/// `source otpless = "OtplessResponse" by responseType singleton { ... }`: how a provider's raw callbacks become events.
public struct SourceDeclaration: Sendable {
    /// Whether the provider's callbacks can be told apart by attempt.
    public enum Correlation: String, Sendable { case singleton, stamped }

    public var documentation: [String] = []
    public var name: Name
    /// What the provider calls its response or delegate.
    public var callbackName: Located<String>
    /// The field that each decoder row's first word is compared with.
    public var by: Name
    public var correlation: Correlation
    public var decoders: [DecoderRow]
    public var range: SourceRange
}

/// `INITIATE when statusCode == 200 => initiated(leg: response.authType or response.channel)`
public struct DecoderRow: Sendable {
    /// Where a field of the event is read from.
    public struct Argument: Sendable {
        public var field: Name
        /// Tried in order; the first that gives a value counts.
        public var alternatives: [Operand]
    }

    public var isRetained: Bool
    public var callbackNames: [Name]
    /// Names in it are paths into the raw callback.
    public var test: Expression?
    public var event: Name
    public var arguments: [Argument]
    public var range: SourceRange
}

/// `word ready = SDK_READY(statusCode: 200)`: a raw callback that a provider may speak.
public struct WordDeclaration: Sendable {
    /// A field of the raw word, and what stands in it.
    public struct Field: Sendable {
        public var path: Operand
        public var value: Operand
    }

    public var documentation: [String] = []
    public var name: Name
    public var callbackName: Name
    public var fields: [Field]
    public var range: SourceRange
}
