/// One flow's part of a stream: the root run, or a sub-flow's leg.
public struct Leg: Sendable {
    /// Whose sub-flow a leg is.
    public struct Parent: Hashable, Sendable {
        /// By its position among the legs of the stream.
        public var leg: Int
        /// By its position in the parent's table.
        public var child: Int
    }

    /// What decides its events.
    public let reducer: any Reducer
    /// Nil for the root.
    public let parent: Parent?
    /// The names of the sub-flows from the root to it, `silent` or `outer.inner`; nil for the root.
    public let name: String?
    /// Where the leg stands now; after the end it stays in its final.
    public internal(set) var run: RunState
    /// Whether its parent still listens: it has neither heard of a final nor left the scope.
    var isAttached: Bool

    /// The flow that the leg runs, in which its events, effects and states have their positions.
    public var table: Table { reducer.table }
    /// Whether it has reached a final: nothing changes it any more.
    public var isEnded: Bool { reducer.table.states[run.state].isFinal }
}

/// What one record of a stream tells: a leg that begins, or an event that a leg decided.
public struct LegStep: Sendable {
    /// What happened to the leg.
    public enum Content: Equatable, Sendable {
        /// The initial state was entered; the command that a sub-flow begins with is a later step.
        case began(Begun)
        /// The event as it came, and what it meant.
        case decided(Event, Step)
    }

    /// By its position among the legs of the stream.
    public var leg: Int
    /// A beginning, or an event with its step.
    public var content: Content
    /// The leg's run before it; nil for a beginning.
    public var before: RunState?
    /// The leg's run after it.
    public var run: RunState

    /// The effects that it ordered, in the order in which they are to be performed.
    public var orders: [EffectOrder] {
        switch content {
        case .began(let begun): begun.orders
        case .decided(_, let step): step.orders
        }
    }

    /// What it did with sub-flows and lanes, in order; sub-flows the tree sees to, lanes whoever drives the run.
    public var scopeChanges: [ScopeChange] {
        switch content {
        case .began(let begun): begun.scopeChanges
        case .decided(_, let step): step.scopeChanges
        }
    }
}
