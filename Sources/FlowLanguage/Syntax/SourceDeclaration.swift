/// `source otpless = "OtplessResponse" by responseType singleton { ... }`: how a provider's raw callbacks become events.
public struct SourceDeclaration: Sendable {
    /// Whether the provider's callbacks can be told apart by attempt.
    public enum Correlation: String, Sendable { case singleton, stamped }

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// Must be unique among the sources; a provider's model says it behind `for`.
    public var name: Name
    /// What the provider calls its response or delegate.
    public var callbackName: Located<String>
    /// The field that each decoder row's first word is compared with.
    public var by: Name
    /// With `singleton` a callback may be of any attempt; with `stamped` the app says of which.
    public var correlation: Correlation
    /// Tried in order: the first that matches decides.
    public var decoders: [DecoderRow]
    /// From the keyword to the closing brace.
    public var range: SourceRange
}

/// `INITIATE when statusCode == 200 => initiated(leg: response.authType or response.channel)`
public struct DecoderRow: Sendable {
    /// Where a field of the event is read from.
    public struct Argument: Sendable {
        /// A field of the row's event.
        public var field: Name
        /// Tried in order; the first that gives a value counts.
        public var alternatives: [Operand]
    }

    /// Whether the callback is kept, and told first to a run that begins later.
    public var isRetained: Bool
    /// What the field that the source goes by may hold; at least one.
    public var callbackNames: [Name]
    /// Names in it are paths into the raw callback.
    public var test: Expression?
    /// Must be one of the flow's callbacks: a source makes nothing else.
    public var event: Name
    /// A field of the event that none of them names is absent.
    public var arguments: [Argument]
    /// The whole row.
    public var range: SourceRange
}

/// `word ready = SDK_READY(statusCode: 200)`: a raw callback that a provider may speak.
public struct WordDeclaration: Sendable {
    /// A field of the raw word, and what stands in it.
    public struct Field: Sendable {
        /// Where the value stands in the raw callback: a name of one or more parts.
        public var path: Operand
        /// A literal; a bare name is the text of its spelling.
        public var value: Operand
    }

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// What `emit` and `success` call it.
    public var name: Name
    /// What stands in the field that the source goes by.
    public var callbackName: Name
    /// All fields of the raw callback but the one that the source goes by.
    public var fields: [Field]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}
