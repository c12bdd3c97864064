/// A flow, packed for running: every cell leads straight to its row or to the first question of its guards.
///
/// It is what an app links, and what a log keeps of each version, so that any log replays without the code that wrote it.
/// It never names a function of the host. All positions in it are valid: the planner makes them so, and decoding checks.
public struct Table: Hashable, Sendable {
    public var name: String
    public var version: Int
    public var enumerations: [Enumeration]
    public var variables: [Field]
    /// The values that a run begins with, in the order of the variables.
    public var initialValues: [Value?]
    /// States first, the initial one at 0; then finals.
    public var states: [StateSignature]
    public var events: [EventSignature]
    public var effects: [EffectSignature]
    public var timers: [TimerSignature]
    public var lanes: [LaneSignature]
    public var children: [ChildSignature]
    public var sources: [Source]
    /// The timer of the file's `within`, which ends a run that is left alone.
    public var sessionTimer: Int?

    /// For each state, each event: where deciding begins; nil where the event cannot come.
    public var cells: [Decision.Next?]
    public var decisions: [Decision]
    public var rows: [Row]
    public var choices: [Choice]
    public var branches: [Branch]
    public var moves: [Move]
    /// For each state, each state or final: the position of the move between them; nil where no row leads so.
    public var moveIndex: [Int?]
    /// What entering the initial state does.
    public var beginning: Move

    public init(name: String, version: Int) {
        self.name = name
        self.version = version
        enumerations = []
        variables = []
        initialValues = []
        states = []
        events = []
        effects = []
        timers = []
        lanes = []
        children = []
        sources = []
        cells = []
        decisions = []
        rows = []
        choices = []
        branches = []
        moves = []
        moveIndex = []
        beginning = Move(ended: [], begun: [], entered: [])
    }

    /// The position of the event of this name; unnamed timers share names, so the first.
    public func event(named name: String) -> Int? { events.firstIndex { $0.name == name } }

    /// The position of the event that stands for callbacks no decoder row matches.
    public var unrecognised: Int? { events.firstIndex { $0.origin == .unrecognised } }

    /// Whether a stamped source makes the callback, so that its attempt can be known.
    package func tellsAttempts(of event: Int) -> Bool {
        sources.contains { source in !source.isSingleton && source.rows.contains { $0.event == event } }
    }
}
