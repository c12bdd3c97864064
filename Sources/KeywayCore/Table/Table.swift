/// A flow as it runs: every cell leads straight to its row or to the first question of its guards.
///
/// It is what an app links, and what a log keeps of each version, so that any log replays without the code that wrote
/// it. It names no function of the app. All positions in it are valid: the builder in `FlowMachine` makes them so, and
/// decoding checks.
public struct Table: Hashable, Sendable {
    /// As the header of the spec has it; a parent and the command line look the flow up by it.
    public var name: String
    /// As the header of the spec has it; what tells versions apart is `canonicalBytes`.
    public var version: Int
    /// In the order of the spec, also those that only events or effects use.
    package var enumerations: [Enumeration]
    /// The context, in the order of the spec.
    package var variables: [Field]
    /// The first value of each variable, in their order, where no parameter is chosen for the run; nil is absent.
    package var initialValues: [Value?]
    /// The parameters, whose values may be chosen when a run begins, in the order of the spec.
    package var parameters: [ParameterSignature]
    /// States first, the initial one at 0; then finals.
    package var states: [StateSignature]
    /// The events that the spec declares first, then `unrecognised` and `restored`, then those of timers, lanes,
    /// sub-flows and stale rows.
    package var events: [EventSignature]
    /// In the order of the spec.
    package var effects: [EffectSignature]
    /// Named ones and those of `after` and `within` together, in the order of the spec.
    package var timers: [TimerSignature]
    /// In the order of the spec; orders and events name lanes by their positions here.
    package var lanes: [LaneSignature]
    /// The sub-flows, each with its whole table, in the order of the spec.
    package var children: [ChildSignature]
    /// In the order of the spec, in which `decode` asks them.
    package var sources: [Source]
    /// The position of the timer of the file's `within`, which ends a run that is left alone; nil where the file has none.
    package var sessionTimer: Int?
    /// Why generated code's table could not be read. This table is then a placeholder with one final and no events.
    ///
    /// Nil for every table that was read. An orchestrator, `TestRun` and suites refuse a flow with a fault; code that
    /// reduces events without them must check this property.
    public internal(set) var fault: Table.Fault?

    /// Where deciding begins for state s and event e, at `s * events.count + e`; nil where no row decides, as in a final.
    package var cells: [Question.Next?]
    /// The questions of all guards, of rows and of choices; the guards of several cells may share questions.
    package var questions: [Question]
    /// The rows of the spec, once for each event that they name, then those that are made of `other` rows.
    package var rows: [Row]
    /// Each choice of the spec, once for each event that may lead to it.
    package var choices: [Choice]
    /// The branches of all choices; the questions of a choice lead to positions here.
    package var branches: [Branch]
    /// Each way of leaving one state's scopes and entering another's, once for all rows that do the same.
    package var moves: [Move]
    /// The position of the move from state s to state t, at `s * states.count + t`, finals included; nil where no row leads so.
    package var moveIndex: [Int?]
    /// What entering the initial state does.
    package var initialMove: Move

    /// A flow without states, for a builder or a reader to fill; it cannot run before it has a state at 0.
    package init(name: String, version: Int) {
        self.name = name
        self.version = version
        enumerations = []
        variables = []
        initialValues = []
        parameters = []
        states = []
        events = []
        effects = []
        timers = []
        lanes = []
        children = []
        sources = []
        cells = []
        questions = []
        rows = []
        choices = []
        branches = []
        moves = []
        moveIndex = []
        initialMove = Move(endedTimers: [], begunTimers: [], enterBodies: [])
    }

    /// The position of the event of this name; unnamed timers share names, so the first.
    package func event(named name: String) -> Int? { events.firstIndex { $0.name == name } }

    /// The position of the event that stands for callbacks no decoder row matches.
    package var unrecognisedEvent: Int? { events.firstIndex { $0.origin == .unrecognised } }

    /// The position of the event by which the flow hears that another process goes on with the run; nil where no row
    /// names it.
    package var restoredEvent: Int? { events.firstIndex { $0.origin == .restored } }

    /// Whether the flow asks, where it names `restored`, whether the run has its personal and secret values again.
    ///
    /// The event has one field then, a bool.
    package var asksForValues: Bool { restoredEvent.map { !events[$0].fields.isEmpty } ?? false }

    /// Whether a source that is no `singleton` has a row for the callback: only by such a source can a callback's attempt be known.
    package func tellsAttempts(of event: Int) -> Bool {
        sources.contains { source in !source.isSingleton && source.rows.contains { $0.event == event } }
    }
}
