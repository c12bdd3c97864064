public import KeywayCore

/// Whether a run is an app's own, a tool's or a shadow's. Another process goes on with live runs alone.
public enum RunKind: UInt8, Sendable, CaseIterable {
    /// The run of an app, with real handlers.
    case live = 0
    /// Played by a tool on a virtual clock: from a transcript, or as a counterexample of `explore`.
    case transcript = 1
    /// A shadow beside an app's own handler: the flow is told what comes to the handler, and nobody performs its
    /// effects.
    case shadow = 2
}

/// What the first record of a run says: which flow the run follows, of which kind the run is, and where it begins.
public struct Beginning: Equatable, Sendable {
    /// The flow's version, with the bytes that a log keeps of it.
    public var version: FlowVersion
    /// The app's own opaque name for the run, never a secret; nil where it gave none.
    public var reference: String?
    /// Whether the run is live, played from a transcript, or a shadow.
    public var kind: RunKind
    /// The salt of the log's opening in which the run began: a number that is drawn at random when the log is opened. In a log that nodes
    /// share it is drawn for the run alone.
    ///
    /// A part of the key of every effect that the run orders, until another process resumes the run with a salt of its
    /// own.
    public var salt: UInt64
    /// The state and the values of the variables with which the run began.
    public var outcome: Outcome

    public init(
        version: FlowVersion, reference: String? = nil, kind: RunKind = .live, salt: UInt64 = 0, outcome: Outcome
    ) {
        self.version = version
        self.reference = reference
        self.kind = kind
        self.salt = salt
        self.outcome = outcome
    }
}

/// What the first record of a sub-flow's leg says. It names no flow version: the table of the root's flow has those of its sub-flows in it.
public struct LegBeginning: Equatable, Sendable {
    /// The sequence of the record whose step ordered the sub-flow to begin.
    public var owedBy: UInt64
    /// The leg whose sub-flow this one is, numbered as in `Record.leg`.
    public var parent: UInt32
    /// The sub-flow, by its position in the parent's table.
    public var child: Int
    /// The state and the values of the variables with which the leg began.
    public var outcome: Outcome

    public init(owedBy: UInt64, parent: UInt32, child: Int, outcome: Outcome) {
        self.owedBy = owedBy
        self.parent = parent
        self.child = child
        self.outcome = outcome
    }
}

/// Where a record's step left its leg.
public struct Outcome: Equatable, Sendable {
    /// The state or final, by its position in the table of the leg's flow.
    public var state: Int
    /// The values of the flow's variables, in their order; nil is absent.
    public var context: [Value?]

    @inlinable
    public init(state: Int, context: [Value?]) {
        self.state = state
        self.context = context
    }
}
