/// `source otpless = "OtplessResponse" by responseType singleton { ... }`: how a provider's raw callbacks become
/// events.
public struct SourceDeclaration: Sendable {
    /// Whether the app can say to which attempt of a run a callback belongs: `stamped` if so. A `singleton` source is one for all runs, and
    /// nobody can say it of its callbacks.
    public enum Correlation: String, Sendable { case singleton, stamped }

    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The source's name, unique among the sources; a provider's model names it behind `for`.
    public var name: Name
    /// What the provider calls the type of its response or delegate; the rows' `callbackNames` are those of its kinds of callbacks.
    public var typeName: Located<String>
    /// The field of the raw callback whose value is compared with the names at the beginning of each decoder row.
    public var by: Name
    /// With `singleton` a callback may be of any attempt; with `stamped` the app says of which.
    public var correlation: Correlation
    /// The decoder's rows, tried in order: the first that matches a callback decides.
    public var decoders: [DecoderRow]
    /// Where the declaration stands, from the keyword to the closing brace.
    public var range: SourceRange
}

/// `INITIATE when statusCode == 200 => initiated(leg: response.authType or response.channel)`
public struct DecoderRow: Sendable {
    /// Where a field of the event is read from.
    public struct Argument: Sendable {
        /// A field of the row's event.
        public var field: Name
        /// The paths and literals, tried in order; the first that gives a value counts.
        public var alternatives: [Operand]
    }

    /// Whether the callback is kept, and told first to runs and legs that begin later.
    public var isRetained: Bool
    /// The values of the source's `by` field for which the row is tried; at least one.
    public var callbackNames: [Name]
    /// The condition behind `when`, in which names are paths into the raw callback; nil without one.
    public var test: Expression?
    /// The event that the callback becomes; it must be one of the flow's callbacks.
    public var event: Name
    /// Where the event's fields are read from; a field that no argument names is absent.
    public var arguments: [Argument]
    /// The whole row.
    public var range: SourceRange
}

/// `word ready = SDK_READY(statusCode: 200)`: a raw callback that a provider may send.
public struct WordDeclaration: Sendable {
    /// A field of the raw callback, and the value that stands in it.
    public struct Field: Sendable {
        /// Where the value stands in the raw callback: a name of one or more parts.
        public var path: Operand
        /// A literal; a bare name is the text of its spelling.
        public var value: Operand
    }

    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name by which `emit` and `success` mean the word.
    public var name: Name
    /// The value of the field that the flow's source names behind `by`.
    public var callbackName: Name
    /// All fields of the raw callback but the `by` field.
    public var fields: [Field]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}
