/// Who may see a value; what is stricter comes later.
public enum Classification: UInt8, Comparable, Sendable, CaseIterable {
    case plain = 0
    /// About a person: absent from the log until it is sealed, and never in messages.
    case personal = 1
    /// A credential: the same.
    case secret = 2
    /// In memory for one step and never written, not even sealed.
    case transient = 3

    /// Whether the left one may be shown to more people.
    public static func < (left: Classification, right: Classification) -> Bool { left.rawValue < right.rawValue }
}

/// What a value may be. Texts are opaque; everything else is finite, or a bounded time.
public enum Kind: Hashable, Sendable {
    case bool
    case integer(ClosedRange<Int64>)
    /// In milliseconds.
    case duration(ClosedRange<Int64>)
    /// The text's length, in Unicode scalars.
    case text(ClosedRange<Int>)
    /// A case of the enum at this position.
    case enumCase(of: Int)
    /// Cases of the enum at this position; the enum has at most 64.
    case set(of: Int)

    /// Whether guards may read it.
    public var isFinite: Bool {
        switch self {
        case .bool, .integer, .enumCase, .set: true
        case .duration, .text: false
        }
    }
}

/// A variable of the context, or a value that an event or effect carries.
public struct Field: Hashable, Sendable {
    public var name: String
    public var kind: Kind
    public var classification: Classification
    public var isOptional: Bool

    public init(name: String, kind: Kind, classification: Classification = .plain, isOptional: Bool) {
        self.name = name
        self.kind = kind
        self.classification = classification
        self.isOptional = isOptional
    }
}

/// A closed list of cases, and the provider's codes for them.
public struct Enumeration: Hashable, Sendable {
    /// What a provider says for a case.
    public enum Code: Hashable, Sendable {
        /// A text or integer of this spelling.
        case spelling(String)
        case range(ClosedRange<Int64>)
        /// Everything that no other case names.
        case rest
    }

    /// One of the values, with what a provider says for it.
    public struct Case: Hashable, Sendable {
        public var name: String
        public var codes: [Code]

        public init(name: String, codes: [Code]) {
            self.name = name
            self.codes = codes
        }
    }

    public var name: String
    public var cases: [Case]

    public init(name: String, cases: [Case]) {
        self.name = name
        self.cases = cases
    }
}
