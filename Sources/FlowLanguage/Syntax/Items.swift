/// What stands in a scope: the scopes inside it, the things that live in it, and its rows.
public enum Item: Sendable {
    /// A scope around states; no row leads to it.
    case group(Group)
    /// The first in the file is the initial state.
    case state(StateDeclaration)
    /// A target for rows of this scope and of those inside it.
    case choice(ChoiceDeclaration)
    /// `timer poll`: its end is the event of its name.
    case timer(Name)
    /// `lane line of PowerAuth`: the grant is the event of its name.
    case lane(Name, provider: Name)
    /// `child silent = OTPlessSNA`: each final of the flow is an event, as in `silent.failed`.
    case child(Name, flow: Name)
    /// Done when a group is entered from outside, and at every entry of a state.
    case enter(Body, range: SourceRange)
    /// What some events mean in this scope.
    case row(Row)
    /// Timers that stay due here and do not fire; only a state may hold.
    case hold([Name], range: SourceRange)
    /// A timer without a name that starts when the scope is entered.
    case after(Deadline)
    /// The session's deadline: only the file may have one, and only one.
    case within(Deadline)
    /// Only in provider files.
    case model(ModelRow)
}

/// States that share rows, timers, lanes or children.
public struct Group: Sendable {
    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// States, choices, groups and finals share one name space.
    public var name: Name
    /// In the order of the file.
    public var items: [Item]
    /// From the keyword to the closing brace.
    public var range: SourceRange
}

/// A condition that the run can be in.
public struct StateDeclaration: Sendable {
    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// States, choices, groups and finals share one name space.
    public var name: Name
    /// Whether it says `waits for user`, so that it needs no deadline of its own.
    public var waitsForUser: Bool
    /// In the order of the file.
    public var items: [Item]
    /// From the keyword to the closing brace.
    public var range: SourceRange
}

/// A target that is resolved within the step, by its own guards.
public struct ChoiceDeclaration: Sendable {
    /// A guard of the choice and where it leads.
    public struct Branch: Sendable {
        /// Reads variables alone, with the values that the row has just assigned.
        public var condition: Guard
        /// A state, a final or another choice.
        public var target: Name
        /// May read the fields that every event leading here has; nil where no braces stand.
        public var body: Body?
        /// From `when` or `otherwise` to the end of the body.
        public var range: SourceRange
    }

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// States, choices, groups and finals share one name space.
    public var name: Name
    /// Their order means nothing: exactly one must hold.
    public var branches: [Branch]
    /// From the keyword to the closing brace.
    public var range: SourceRange
}

/// What an event means in a scope.
public struct Row: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case on, ignore, reject, late }

    /// Of which events the row speaks.
    public enum Subject: Sendable {
        /// At least one; the row means the same for each.
        case events([EventName])
        /// The claim that nothing else can come here.
        case other(SourceRange)
    }

    /// Where the row leads.
    public enum Outcome: Sendable {
        /// A state, a choice or a final, never a group.
        case move(to: Name)
        /// The event is accepted where the run is: no timer starts anew, no `enter` is done.
        case stay
        /// Of `ignore`, `reject` and `late`.
        case nothing
    }

    /// The `///` lines above it, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// Only `on` leads on and has a body.
    public var verb: Verb
    /// Several events share the row's guard, outcome and body.
    public var subject: Subject
    /// Nil where the row always holds, as every `other` row does.
    public var condition: Guard?
    /// `nothing` for every verb but `on`.
    public var outcome: Outcome
    /// Nil where no braces stand.
    public var body: Body?
    /// From the verb to the end of the body.
    public var range: SourceRange
}

/// An event as a row names it: `confirmed`, `stale confirmed`, `silent.authenticated`.
public struct EventName: Sendable {
    /// Whether the row is about what comes from something closed or superseded.
    public var isStale: Bool
    /// The child whose final is named; nil for an event of the flow itself.
    public var child: Name?
    /// The event or, behind a child, a final of the child's flow.
    public var name: Name
    /// With the `stale` or the child before it.
    public var range: SourceRange
}

/// `after 30s -> failed { why = silent }`, and the file's `within`.
public struct Deadline: Sendable {
    /// In milliseconds.
    public var duration: Located<Int>
    /// Of `within` it must be a final.
    public var target: Name
    /// Nil where no braces stand.
    public var body: Body?
    /// From `after` or `within` to the end of the body.
    public var range: SourceRange
}

/// `call`, `emit`, `answer` and `quiet`: what a provider does.
public struct ModelRow: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case call, emit, answer, quiet }

    /// A reply to a call of the flow, perhaps with what some of its fields are.
    public struct Answer: Sendable {
        /// As the flow's effect declares it.
        public var reply: Name
        /// Fields that it gives; one that it leaves out may have any value.
        public var arguments: [Argument]
        /// With its parentheses.
        public var range: SourceRange
    }

    /// A `call` is made by the flow; the others happen of themselves.
    public var verb: Verb
    /// The call's name or the words, back to back; empty for the others.
    public var names: [Name]
    /// Where a comma stands between two of the words, which says neither that one follows the other nor that one of them comes.
    public var commas: [SourceRange] = []
    /// Of `answer`, any of which may come; empty for the others.
    public var answers: [Answer] = []
    /// Reads the model's own variables; nil where the row always holds.
    public var condition: Guard?
    /// A state to move to, or `stay`.
    public var outcome: Row.Outcome
    /// May only assign (rule 29a); nil where no braces stand.
    public var body: Body?
    /// From the verb to the end of the body.
    public var range: SourceRange
}
