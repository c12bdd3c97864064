/// What a file declares for all of its scopes: kinds of value, variables, events, effects, finals and more.
public enum Declaration: Sendable {
    /// A named range of texts, integers or durations, perhaps with a class: personal, secret or transient.
    case type(TypeDeclaration)
    /// A closed list of cases, with the provider's codes for them.
    case enumeration(EnumerationDeclaration)
    /// The variables of one block; a file may have several.
    case context([VariableDeclaration], range: SourceRange)
    /// A value that may be chosen when a run begins.
    case parameter(ParameterDeclaration)
    /// The commands that one `command` line lists: what the app may ask of a run.
    case commands([Signature], range: SourceRange)
    /// The callbacks that one `callback` line lists: what a provider may tell a run.
    case callbacks([Signature], range: SourceRange)
    /// An order to the app; its replies are events of the flow.
    case effect(EffectDeclaration)
    /// The decoder of one provider's raw callbacks.
    case source(SourceDeclaration)
    /// An end of the flow; it lies in no group.
    case final(FinalDeclaration)
    /// What must hold of every run; `explore` proves it, the parser only reads it.
    case requirement(RequirementDeclaration)
    /// What the flow has for a role: a name for it that the clauses of profiles use.
    case role(RoleDeclaration)
    /// A short story of a run, which `check` plays; the parser only reads it.
    case scenario(Scenario)
    /// A raw callback that an SDK may send; only in provider files.
    case word(WordDeclaration)
    /// The words that tell the app of a success; only in provider files.
    case success([Name], range: SourceRange)
}

/// A named range of values: `type Phone = text(4...15) personal`.
public struct TypeDeclaration: Sendable {
    /// What the type is made of.
    public enum Base: String, Sendable { case text, duration, int }

    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; types and enums share one name space.
    public var name: Name
    /// What the bounds count: a text's Unicode scalars, a duration's time, an int's value.
    public var base: Base
    /// The lower bound, which is itself allowed; a literal of the wrong kind is reported when names are resolved.
    public var lower: Literal
    /// The upper bound, which is itself allowed.
    public var upper: Literal
    /// The class behind the bounds; nil for values without a class, which anybody may see.
    public var classification: Located<Classification>?
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}

/// The class of a value, which says where the value may go and what a log keeps of it.
///
/// A log keeps at most whether such a value is present. In an app with a key store, the log of a flow that takes its
/// values back also has the personal and secret values of events, encrypted (rule 24b). The cases stand from the
/// mildest to the strictest.
public enum Classification: String, Sendable, CaseIterable {
    /// A `transient` value lives for one step, and no variable may hold it; values of the other classes live as long as the run.
    case personal, secret, transient
}

/// A named list of cases: `enum Refusal { wrong = 7112 | 7118, other = * }`.
public struct EnumerationDeclaration: Sendable {
    /// A case with its codes.
    public struct Case: Sendable {
        /// The case's name, unique in its enum.
        public var name: Name
        /// The provider's codes for the case, in the order written; empty where the case's own name is its code.
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

    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; types and enums share one name space.
    public var name: Name
    /// The cases, in the order of the file.
    public var cases: [Case]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}

/// A value that may be chosen when a run begins: `param sends: int 1...10 = 4`.
public struct ParameterDeclaration: Sendable {
    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; variables and parameters share one name space.
    public var name: Name
    /// The values that may be chosen, as written.
    public var kind: KindReference
    /// The value where nobody chooses another, as written.
    public var initial: Literal
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}

/// A variable in a `context` block: `sends: int 0...3 = 0`.
public struct VariableDeclaration: Sendable {
    /// The variable's name; a field of the same name hides the variable while its event is decided.
    public var name: Name
    /// The kind as written: a type's name in it is still to be looked up.
    public var kind: KindReference
    /// Whether a `?` lets the variable be absent.
    public var isOptional: Bool
    /// The first value: a literal, or the name of a parameter. Nil where none is written, which needs a `?`.
    public var initial: Literal?
    /// Where the declaration stands, from the name to the first value, without the comma.
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
    /// `duration 5s...60s`, both bounds included, in milliseconds.
    case boundedDuration(Located<ClosedRange<Int>>)
    /// `int 0...3`, both bounds included.
    case int(Located<ClosedRange<Int>>)
    /// `set of Way`: any of an enum's cases, of which it may have 64 at most.
    case set(of: Name, range: SourceRange)

    /// The whole type as written, with its bounds, but without a `?`.
    public var range: SourceRange {
        switch self {
        case .named(let name): name.range
        case .bool(let range), .duration(let range), .set(_, let range): range
        case .int(let bounds), .boundedDuration(let bounds): bounds.range
        }
    }
}

/// A command, callback, effect or reply with its fields.
public struct Signature: Sendable {
    /// A value that the signature carries.
    public struct Field: Sendable {
        /// The field's name, unique in its signature.
        public var name: Name
        /// The kind as written: a type's name in it is still to be looked up.
        public var kind: KindReference
        /// Whether a `?` lets the value be absent.
        public var isOptional: Bool
    }

    /// The `///` lines above it; the first of a `command` or `callback` line has those above the keyword too.
    public var documentation: [String] = []
    /// The name, unique among the events of the flow or, of an effect, among the effects.
    public var name: Name
    /// The fields, in the order in which `do` and `run` give their arguments.
    public var fields: [Field]
    /// Where the signature stands, from the name to the closing parenthesis.
    public var range: SourceRange
}

/// An order to the app that rows can give: `effect checkToken(token: Token) replies confirmed, denied otherwise denied within 30s`.
public struct EffectDeclaration: Sendable {
    /// The answers that an effect may get.
    public struct Replies: Sendable {
        /// The replies, at least one; each is an event of the flow.
        public var signatures: [Signature]
        /// The reply that counts where none comes in time, or the handler throws or is interrupted; one of
        /// `signatures`.
        public var otherwise: Name
        /// The values of the fields of the `otherwise` reply; a field that is not named is absent.
        public var arguments: [Argument]
        /// How long the effect may take to answer, in milliseconds; nil, where the spec does not say, means 30 s.
        public var within: Located<Int>?
    }

    /// `calls OTPless.begin`: the provider's call that this effect makes.
    public struct Call: Sendable {
        /// The provider's name, as in the first line of its models.
        public var provider: Name
        /// The call's name, as in the `call` rows of these models.
        public var call: Name
    }

    /// The effect's name and fields, with the `///` lines above the effect.
    public var signature: Signature
    /// Whether each order is performed at most once, even after a crash, rather than at least once.
    public var isOnce = false
    /// Whether the effect only presents something: it is not repeated after a restart, and no record tells that its handler has ended.
    public var isVolatile = false
    /// Whether ordering the effect adds one to the attempt number of the leg that orders it.
    public var startsAttempt = false
    /// What stands behind `calls`; nil where the effect makes the call of its own name, if a provider has one.
    public var calls: Call?
    /// The lane that the provider's call itself waits for, behind `needs`; nil for none.
    public var needs: Name?
    /// The answers to the effect; nil where it has none, so that the run hears nothing of how the effect went.
    public var replies: Replies?
    /// Where the declaration stands, from the keyword to the last of its attributes.
    public var range: SourceRange
}

/// `name: value`, as in the `otherwise` of an effect, an answer of a model, a scenario and a `child`.
public struct Argument: Sendable {
    /// The field that gets the value or, in a `child`, the parameter.
    public var name: Name
    /// The value: a literal, a case or, in a `child`, a parameter; no variable of a run can be read there.
    public var value: Operand
}

/// An end of the flow: `final authenticated success keeps token`.
public struct FinalDeclaration: Sendable {
    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; states, choices, groups and finals share one name space.
    public var name: Name
    /// Where the word `success` stands behind the name; nil for a final without it.
    public var success: SourceRange?
    /// The variables that are part of the result; empty without `keeps`.
    public var keeps: [Name]
    /// The rows in the final's braces, which are always a mistake; kept so that a diagnostic can name them.
    public var items: [Item]
    /// The whole declaration, from its keyword.
    public var range: SourceRange
}
