/// What stands in a scope: the scopes inside it, the things that live in it, and its rows.
public enum Item: Sendable {
    /// A scope around states; no row leads to a group.
    case group(Group)
    /// A state; the first state of the file is the initial one.
    case state(StateDeclaration)
    /// A target for rows of this scope and of those inside it.
    case choice(ChoiceDeclaration)
    /// `timer poll`: when the timer fires, the event of the timer's name comes.
    case timer(Name)
    /// `lane line of PowerAuth`: when the lane is granted, the event of the lane's name comes.
    case lane(Name, provider: Name)
    /// `child silent = OTPlessSNA(patience: 10s)`: each final of the flow is an event, as in `silent.failed`. The arguments choose
    /// parameters of that flow.
    case child(Name, flow: Name, parameters: [Argument], range: SourceRange)
    /// Done for the file when a run begins, for a group when it is entered from outside, for a state at every entry.
    case enter(Body, range: SourceRange)
    /// What some events mean in this scope.
    case row(Row)
    /// Timers that do not fire while the run is in this state; a timer whose time is over fires when the run reaches a state without
    /// the hold. Only a state may hold.
    case hold([Name], range: SourceRange)
    /// A timer without a name that starts when the scope is entered.
    case after(Deadline)
    /// The session's deadline: only the file may have one, and only one.
    case within(Deadline)
    /// A row of a provider's model; only in provider files.
    case model(ModelRow)
}

/// States that share rows, timers, lanes or children.
public struct Group: Sendable {
    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; states, choices, groups and finals share one name space.
    public var name: Name
    /// The items of its block, in the order of the file.
    public var items: [Item]
    /// Where the declaration stands, from the keyword to the closing brace.
    public var range: SourceRange
}

/// A condition that the run can be in.
public struct StateDeclaration: Sendable {
    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; states, choices, groups and finals share one name space.
    public var name: Name
    /// Whether the state says `waits for user`, so that it needs no deadline of its own.
    public var waitsForUser: Bool
    /// The items of its block, in the order of the file.
    public var items: [Item]
    /// Where the declaration stands, from the keyword to the closing brace.
    public var range: SourceRange
}

/// A target whose guards pick the next target within the step, so that no run waits in it.
public struct ChoiceDeclaration: Sendable {
    /// A guard of the choice and where it leads.
    public struct Branch: Sendable {
        /// The guard, which reads variables alone, with the values that the row has just assigned.
        public var condition: Guard
        /// Where the branch leads: a state, a final or another choice.
        public var target: Name
        /// What the branch does besides moving; it may read the fields that every event leading here has. Nil without
        /// braces.
        public var body: Body?
        /// Where the branch stands, from `when` or `otherwise` to the end of the body.
        public var range: SourceRange
    }

    /// The `///` lines above the declaration, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The name; states, choices, groups and finals share one name space.
    public var name: Name
    /// The branches, whose order means nothing: the guard of exactly one must hold.
    public var branches: [Branch]
    /// Whether every branch could be read; what the others leave may stand in one that could not.
    package var isWhole: Bool
    /// Where the declaration stands, from the keyword to the closing brace.
    public var range: SourceRange
}

/// What an event means in a scope.
public struct Row: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case on, ignore, reject, late }

    /// Which events the row decides.
    public enum Subject: Sendable {
        /// The events that the row names, at least one; the row means the same for each.
        case events([EventName])
        /// The word `other`: in each state inside the scope, the row decides the events that no row names in the state or around it, unless
        /// a scope further inside has such a row as well. `reject other` rejects commands; `late other` and `ignore other` claim that
        /// callbacks and replies cannot come.
        case other(SourceRange)
    }

    /// Where the row leads.
    public enum Outcome: Sendable {
        /// A state, a choice or a final, never a group.
        case move(to: Name)
        /// The run stays in its state, and only the row's body is done: no `after` starts anew, no `enter` is done.
        case stay
        /// The row leads nowhere and has no body: one of `ignore`, `reject` or `late`.
        case nothing
    }

    /// The `///` lines above the row, without their slashes; empty where there are none.
    public var documentation: [String] = []
    /// The row's first word; only `on` leads on and has a body.
    public var verb: Verb
    /// The events of the row, which share its guard, outcome and body.
    public var subject: Subject
    /// The guard; nil where the row always holds, as every `other` row does.
    public var condition: Guard?
    /// Where the row leads; `nothing` for every verb but `on`.
    public var outcome: Outcome
    /// What is done besides moving or staying; nil where no braces stand.
    public var body: Body?
    /// Where the row stands, from the verb to the end of the body.
    public var range: SourceRange
}

/// An event as a row names it: `confirmed`, `stale confirmed`, `silent.authenticated`.
public struct EventName: Sendable {
    /// Whether `stale` stands before the name: the event belongs to a closed order or to an earlier attempt.
    public var isStale: Bool
    /// The child whose final is named; nil for an event of the flow itself.
    public var child: Name?
    /// The event or, behind a child, a final of the child's flow.
    public var name: Name
    /// Where the name stands, with the `stale` or the child before it.
    public var range: SourceRange
}

/// `after 30s -> failed { why = silent }`, and the file's `within`.
public struct Deadline: Sendable {
    /// How long a deadline waits.
    public enum Wait: Sendable {
        /// `30s`, in milliseconds.
        case fixed(Located<Int>)
        /// A parameter of the flow.
        case parameter(Name)

        /// Where the duration or the name stands.
        public var range: SourceRange {
            switch self {
            case .fixed(let duration): duration.range
            case .parameter(let name): name.range
            }
        }
    }

    /// How long the deadline waits, from the moment at which the scope is entered.
    public var wait: Wait
    /// Where the row leads; for `within` a final.
    public var target: Name
    /// What is done besides moving; nil where no braces stand.
    public var body: Body?
    /// Where the row stands, from `after` or `within` to the end of the body.
    public var range: SourceRange
}

/// `call`, `emit`, `answer` and `quiet`: what a provider does. By a `quiet` row something happens in it, and it says nothing.
public struct ModelRow: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case call, emit, answer, quiet }

    /// A reply to a call of the flow, perhaps with values for some of its fields.
    public struct Answer: Sendable {
        /// The reply's name, as the flow's effect declares it.
        public var reply: Name
        /// The fields that the answer gives; a field that is left out may have any value.
        public var arguments: [Argument]
        /// Where the answer stands, with its parentheses.
        public var range: SourceRange
    }

    /// The row's first word: a `call` is made by the flow, the others are the SDK's own doing.
    public var verb: Verb
    /// The name of a `call`, or the words that an `emit` says back to back; empty for `answer` and `quiet`.
    public var names: [Name]
    /// The commas between the words of an `emit`; each is a mistake, because it could mean "then" or "or".
    public var commas: [SourceRange] = []
    /// The replies of an `answer`, of which any may come; empty for the other verbs.
    public var answers: [Answer] = []
    /// When the row holds, by the model's own variables; nil where it always holds.
    public var condition: Guard?
    /// The state to which the row leads, or `stay`.
    public var outcome: Row.Outcome
    /// The assignments of the row, which may do nothing else (rule 29a); nil where no braces stand.
    public var body: Body?
    /// Where the row stands, from the verb to the end of the body.
    public var range: SourceRange
}
