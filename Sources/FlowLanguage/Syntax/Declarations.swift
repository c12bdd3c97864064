/// A word, a kind of value, an effect, a source or an end that the flow declares.
public enum Declaration: Sendable {
    /// A named range of texts, integers or durations, perhaps with a class.
    case type(TypeDeclaration)
    /// A closed list of cases, with the provider's codes for them.
    case enumeration(EnumerationDeclaration)
    /// The variables of one block; a file may have several.
    case context([VariableDeclaration], range: SourceRange)
    /// What one `command` line lists: the app may ask it.
    case commands([Signature], range: SourceRange)
    /// What one `callback` line lists: a provider may tell it.
    case callbacks([Signature], range: SourceRange)
    /// An order to the app; its replies are events of the flow.
    case effect(EffectDeclaration)
    /// The decoder of one provider's raw callbacks.
    case source(SourceDeclaration)
    /// An end of the flow; it lies in no group.
    case final(FinalDeclaration)
    /// What must hold of every run; reading it judges nothing.
    case requirement(RequirementDeclaration)
    /// A story that is read and not checked yet.
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

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// Types and enums share one name space.
    public var name: Name
    /// A `text` is bounded in Unicode scalars, a `duration` in time, an `int` in value.
    public var base: Base
    /// The least that fits, included; whether it is a literal of the right kind is told when it is resolved.
    public var lower: Literal
    /// The greatest that fits, included.
    public var upper: Literal
    /// Nil where anybody may see the values.
    public var classification: Located<Classification>?
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}

/// Who may see a value, from everybody to nobody.
public enum Classification: String, Sendable, CaseIterable {
    /// From the mildest to the strictest; a value without a class comes before them.
    case personal, secret, transient
}

/// `enum Refusal { wrong = 7112 | 7118, other = * }`
public struct EnumerationDeclaration: Sendable {
    /// A case with its codes.
    public struct Case: Sendable {
        /// Must be unique in its enum.
        public var name: Name
        /// In the order written; empty where the case's own name is its code.
        public var codes: [Code]
    }

    /// A provider's own word for a case.
    public enum Code: Sendable {
        /// One text or integer; a bare name is the text of its spelling.
        case literal(Literal)
        /// Every integer from the first to the last, both included.
        case range(Located<ClosedRange<Int>>)
        /// `*`: every text or integer that is no code of another case.
        case rest(SourceRange)
    }

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// Types and enums share one name space.
    public var name: Name
    /// In the order of the file.
    public var cases: [Case]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}

/// `sends: int 0...3 = 0`
public struct VariableDeclaration: Sendable {
    /// An event's field of the same name hides the variable while the event is decided.
    public var name: Name
    /// As written: a type's name in it is still to be looked up.
    public var kind: KindReference
    /// Whether a `?` lets the variable be absent.
    public var isOptional: Bool
    /// Nil where none is written; only an optional variable may do without.
    public var initial: Literal?
    /// From the name to the first value, without the comma.
    public var range: SourceRange
}

/// What a field or variable holds, as written.
public enum KindReference: Sendable {
    /// A type or enum of the file; with a dot, as `OTPlessSNA.Why`, an enum of a sub-flow's flow.
    case named(Name)
    /// `bool`, and where it stands.
    case bool(SourceRange)
    /// A bare `duration`: more than nothing and at most a day.
    case duration(SourceRange)
    /// `int 0...3`, both bounds included.
    case int(Located<ClosedRange<Int>>)
    /// `set of Way`: any of an enum's cases, of which it may have 64 at most.
    case set(of: Name, range: SourceRange)

    /// The whole type as written, with its bounds, but without a `?`.
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
        /// Must be unique in its signature.
        public var name: Name
        /// As written: a type's name in it is still to be looked up.
        public var kind: KindReference
        /// Whether a `?` lets the value be absent.
        public var isOptional: Bool
    }

    /// The `///` lines above it; the first of a `command` or `callback` line has those above the keyword too.
    public var documentation: [String] = []
    /// Must be unique among the events of the flow or, of an effect, among the effects.
    public var name: Name
    /// In the order in which `do` and `run` give their arguments.
    public var fields: [Field]
    /// From the name to the closing parenthesis.
    public var range: SourceRange
}

/// `effect checkToken(token: Token) replies confirmed, denied otherwise denied within 30s`
public struct EffectDeclaration: Sendable {
    /// The answers that an effect may get.
    public struct Replies: Sendable {
        /// At least one; each is an event of the flow.
        public var signatures: [Signature]
        /// Must be one of them: the answer where none comes in time, or the handler throws or is interrupted.
        public var otherwise: Name
        /// The fields of that answer; those that are not named are absent.
        public var arguments: [Argument]
        /// In milliseconds; 30 s if the spec does not say.
        public var within: Located<Int>?
    }

    /// `calls OTPless.begin`: the provider's call that this effect makes.
    public struct Call: Sendable {
        /// As in the first line of the provider's models.
        public var provider: Name
        /// As in the `call` rows of these models.
        public var call: Name
    }

    /// It has the `///` lines above the effect.
    public var signature: Signature
    /// Whether each order is performed at most once, even after a crash, rather than at least once.
    public var isOnce = false
    /// Whether it only presents something: it leaves no record and is not repeated.
    public var isVolatile = false
    /// Whether ordering it adds one to the run's attempt number.
    public var startsAttempt = false
    /// Nil where the effect makes the call of its own name, if the provider has one.
    public var calls: Call?
    /// The lane that the call itself waits for; nil for none.
    public var needs: Name?
    /// Nil where the run hears nothing of how it went.
    public var replies: Replies?
    /// From the keyword to the last of its attributes.
    public var range: SourceRange
}

/// `name: value`, as in the `otherwise` of an effect and in a scenario.
public struct Argument: Sendable {
    /// The field that gets the value.
    public var name: Name
    /// In an `otherwise` a literal or a case, because nothing of the run can be read there.
    public var value: Operand
}

/// `final authenticated success keeps token`
public struct FinalDeclaration: Sendable {
    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// States, choices, groups and finals share one name space.
    public var name: Name
    /// Where `success` stands behind the name; nil for an end that is none.
    public var success: SourceRange?
    /// The variables that are part of the result; empty without `keeps`.
    public var keeps: [Name]
    /// Always wrong; kept so that a diagnostic can name the row.
    public var items: [Item]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}
