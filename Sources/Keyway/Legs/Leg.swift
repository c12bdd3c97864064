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
    public internal(set) var run: RunState
    /// Whether its parent still listens: it has neither heard of a final nor left the scope.
    var isAttached: Bool

    public var table: Table { reducer.table }
    public var isEnded: Bool { reducer.table.states[run.state].isFinal }
}

/// What one record of a stream tells: a leg that begins, or an event that a leg decided.
public struct LegStep: Sendable {
    public enum Content: Equatable, Sendable {
        case began(Begun)
        case decided(Event, Step)
    }

    /// By its position among the legs of the stream.
    public var leg: Int
    public var content: Content
    /// The leg's run before it; nil for a beginning.
    public var before: RunState?
    /// The leg's run after it.
    public var run: RunState

    public var orders: [EffectOrder] {
        switch content {
        case .began(let begun): begun.orders
        case .decided(_, let step): step.orders
        }
    }

    public var scopeChanges: [ScopeChange] {
        switch content {
        case .began(let begun): begun.scopeChanges
        case .decided(_, let step): step.scopeChanges
        }
    }
}
