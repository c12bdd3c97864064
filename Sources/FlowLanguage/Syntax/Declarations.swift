/// A word, a kind of value, an effect, a source or an end that the flow declares.
public enum Declaration: Sendable {
    case type(TypeDeclaration)
    case enumeration(EnumerationDeclaration)
    case context([VariableDeclaration], range: SourceRange)
    case commands([Signature], range: SourceRange)
    case callbacks([Signature], range: SourceRange)
    case effect(EffectDeclaration)
    case source(SourceDeclaration)
    case final(FinalDeclaration)
    case requirement(Requirement)
    case scenario(Scenario)
    /// Only in provider files.
    case word(WordDeclaration)
    /// Only in provider files: the words that tell a success.
    case success([Name], range: SourceRange)
}

/// `type Phone = text(4...15) personal`
public struct TypeDeclaration: Sendable {
    /// What the type is made of.
    public enum Base: String, Sendable { case text, duration, int }

    public var documentation: [String] = []
    public var name: Name
    public var base: Base
    public var lower: Literal
    public var upper: Literal
    public var classification: Located<Classification>?
    public var range: SourceRange
}

/// Who may see a value, from everybody to nobody.
public enum Classification: String, Sendable, CaseIterable {
    case personal, secret, transient
}

/// `enum Refusal { wrong = 7112 | 7118, other = * }`
public struct EnumerationDeclaration: Sendable {
    /// A case with its codes.
    public struct Case: Sendable {
        public var name: Name
        public var codes: [Code]
    }

    /// A provider's own word for a case.
    public enum Code: Sendable {
        case literal(Literal)
        case range(Located<ClosedRange<Int>>)
        case rest(SourceRange)
    }

    public var documentation: [String] = []
    public var name: Name
    public var cases: [Case]
    public var range: SourceRange
}

/// `sends: int 0...3 = 0`
public struct VariableDeclaration: Sendable {
    public var name: Name
    public var kind: KindReference
    public var isOptional: Bool
    public var initial: Literal?
    public var range: SourceRange
}

/// What a field or variable holds, as written.
public enum KindReference: Sendable {
    case named(Name)
    case bool(SourceRange)
    case duration(SourceRange)
    case int(Located<ClosedRange<Int>>)
    case set(of: Name, range: SourceRange)

    public var range: SourceRange {
        switch self {
        case .named(let name): name.range
        case .bool(let range), .duration(let range), .set(_, let range): range
        case .int(let bounds): bounds.range
        }
    }
}

/// A command, callback, effect or reply with its fields.
public struct Signature: Sendable {
    /// A value that the signature carries.
    public struct Field: Sendable {
        public var name: Name
        public var kind: KindReference
        public var isOptional: Bool
    }

    public var documentation: [String] = []
    public var name: Name
    public var fields: [Field]
    public var range: SourceRange
}

/// `effect checkToken(token: Token) replies confirmed, denied otherwise denied within 30s`
public struct EffectDeclaration: Sendable {
    /// The answers that an effect may get.
    public struct Replies: Sendable {
        public var signatures: [Signature]
        public var otherwise: Name
        public var arguments: [Argument]
        /// In milliseconds; 30 s if the spec does not say.
        public var within: Located<Int>?
    }

    /// `calls OTPless.begin`: the provider's call that this effect makes.
    public struct Call: Sendable {
        public var provider: Name
        public var call: Name
    }

    public var signature: Signature
    public var isOnce = false
    public var isVolatile = false
    public var startsAttempt = false
    public var calls: Call?
    public var needs: Name?
    public var replies: Replies?
    public var range: SourceRange
}

/// `name: value`, as in the `otherwise` of an effect and in a scenario.
public struct Argument: Sendable {
    public var name: Name
    public var value: Operand
}

/// `final failed keeps why`
public struct FinalDeclaration: Sendable {
    public var documentation: [String] = []
    public var name: Name
    public var keeps: [Name]
    /// Always wrong; kept so that a diagnostic can name the row.
    public var items: [Item]
    public var range: SourceRange
}
