/// One flow's part of a run: the root run, or a sub-flow's leg.
package struct Leg: Sendable {
    /// The leg that began this one, and which of its sub-flows this one runs.
    package struct Parent: Hashable, Sendable {
        /// By its position among the legs of the run.
        package var leg: Int
        /// By its position in the parent's table.
        package var child: Int
    }

    /// The flow that the leg runs, in which its events, effects and states have their positions.
    package let flow: RunningFlow
    /// Nil for the root.
    package let parent: Parent?
    /// Where the leg stands now; after the end it stays in its final.
    package internal(set) var run: RunState
    /// Whether the parent still listens: it has neither been told the leg's final nor left the state or group that declares the
    /// sub-flow. False for the root.
    var isAttached: Bool

    /// The flow's table.
    package var table: Table { flow.table }
    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    package var name: String? { flow.legName }
    /// Whether the leg has reached a final: no event changes its state or values any more.
    @inlinable
    package var isEnded: Bool { flow.table.states[run.state].isFinal }
}

/// What one record of a run tells: a leg that begins, or an event that a leg decided.
package struct LegStep: Sendable {
    /// What happened to the leg.
    package enum Content: Equatable, Sendable {
        /// The initial state was entered; the command that a sub-flow begins with is a later step.
        case began(InitialStep)
        /// The event as it came, and what it meant.
        case decided(Event, Step)
    }

    /// By its position among the legs of the run.
    package var leg: Int
    /// A beginning, or an event with its step.
    package var content: Content
    /// Whether the leg had ended before.
    package var wasEnded: Bool
    /// Whether the event ended a timer, an order, a sub-flow or the wait for a lane, whatever its disposition.
    package var endsSomething: Bool
    /// The sequence of the record that brought the step; nil where the event came from outside of the tree.
    package var owedBy: UInt64?

    /// The effects that the step ordered, in the order in which they are to be performed.
    package var orders: [EffectOrder] {
        switch content {
        case .began(let begun): begun.orders
        case .decided(_, let step): step.orders
        }
    }
}
