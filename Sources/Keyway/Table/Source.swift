/// A provider's way of reporting, and the rows that read it; the first row that matches counts.
public struct Source: Hashable, Sendable {
    public var name: String
    /// What the provider calls its response or delegate.
    public var callbackName: String
    /// The field that tells which kind of callback it is.
    public var by: String
    /// One for all attempts and runs: its callbacks carry no attempt number.
    public var isSingleton: Bool
    public var rows: [DecoderRow]

    public init(name: String, callbackName: String, by: String, isSingleton: Bool, rows: [DecoderRow]) {
        self.name = name
        self.callbackName = callbackName
        self.by = by
        self.isSingleton = isSingleton
        self.rows = rows
    }
}

/// Which raw callbacks are which event.
public struct DecoderRow: Hashable, Sendable {
    /// Where a field's value is looked for.
    public enum Alternative: Hashable, Sendable {
        case path([String])
        case constant(Value)
    }

    /// Kept for a run that begins later.
    public var isRetained: Bool
    public var callbackNames: [String]
    public var test: DecoderTest?
    public var event: Int
    /// For each field of the event, what is tried in order.
    public var fields: [[Alternative]]

    public init(
        isRetained: Bool, callbackNames: [String], test: DecoderTest?, event: Int, fields: [[Alternative]]
    ) {
        self.isRetained = isRetained
        self.callbackNames = callbackNames
        self.test = test
        self.event = event
        self.fields = fields
    }
}

/// A condition over a raw callback. A comparison with a missing field is false, also `!=`; null and "" are missing.
public indirect enum DecoderTest: Hashable, Sendable {
    /// What a path is compared with.
    public enum Literal: Hashable, Sendable {
        case integer(Int64)
        case text(String)
        case bool(Bool)

        /// How it is written, without quotes: equality is by spelling.
        public var spelling: String {
            switch self {
            case .integer(let number): String(number)
            case .text(let text): text
            case .bool(let flag): flag ? "true" : "false"
            }
        }
    }

    case any([DecoderTest])
    case all([DecoderTest])
    case not(DecoderTest)
    case comparison([String], Test.Relation, Literal)
    case membership([String], of: [Literal])
    case present([String])
}
