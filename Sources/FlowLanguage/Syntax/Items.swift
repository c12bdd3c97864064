/// What stands in a scope: the scopes inside it, the things that live in it, and its rows.
public enum Item: Sendable {
    case group(Group)
    case state(StateDeclaration)
    case choice(ChoiceDeclaration)
    case timer(Name)
    case lane(Name, provider: Name)
    case child(Name, flow: Name)
    case enter(Body, range: SourceRange)
    case row(Row)
    case hold([Name], range: SourceRange)
    case after(Deadline)
    case within(Deadline)
    /// Only in provider files.
    case model(ModelRow)
}

/// States that share rows, timers, lanes or children.
public struct Group: Sendable {
    public var documentation: [String] = []
    public var name: Name
    public var items: [Item]
    public var range: SourceRange
}

/// A condition that the run can be in.
public struct StateDeclaration: Sendable {
    public var documentation: [String] = []
    public var name: Name
    public var waitsForUser: Bool
    public var items: [Item]
    public var range: SourceRange
}

/// A target that is resolved within the step, by its own guards.
public struct ChoiceDeclaration: Sendable {
    /// A guard of the choice and where it leads.
    public struct Branch: Sendable {
        public var condition: Guard
        public var target: Name
        public var body: Body?
        public var range: SourceRange
    }

    public var documentation: [String] = []
    public var name: Name
    public var branches: [Branch]
    public var range: SourceRange
}

/// What an event means in a scope.
public struct Row: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case on, ignore, reject, late }

    /// Of which events the row speaks.
    public enum Subject: Sendable {
        case events([EventName])
        /// The claim that nothing else can come here.
        case other(SourceRange)
    }

    /// Where the row leads.
    public enum Outcome: Sendable {
        case move(to: Name)
        case stay
        /// Of `ignore`, `reject` and `late`.
        case nothing
    }

    public var documentation: [String] = []
    public var verb: Verb
    public var subject: Subject
    public var condition: Guard?
    public var outcome: Outcome
    public var body: Body?
    public var range: SourceRange
}

/// An event as a row names it: `confirmed`, `stale confirmed`, `silent.authenticated`.
public struct EventName: Sendable {
    public var isStale: Bool
    public var child: Name?
    public var name: Name
    public var range: SourceRange
}

/// `after 30s -> failed { why = silent }`, and the file's `within`.
public struct Deadline: Sendable {
    /// In milliseconds.
    public var duration: Located<Int>
    public var target: Name
    public var body: Body?
    public var range: SourceRange
}

/// `call`, `emit` and `quiet`: what a provider does.
public struct ModelRow: Sendable {
    /// The word that the row begins with.
    public enum Verb: String, Sendable { case call, emit, quiet }

    public var verb: Verb
    /// The call's name or the words, back to back; empty for `quiet`.
    public var names: [Name]
    public var condition: Guard?
    public var outcome: Row.Outcome
    public var body: Body?
    public var range: SourceRange
}
