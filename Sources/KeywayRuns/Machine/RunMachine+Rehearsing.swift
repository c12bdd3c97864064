package import KeywayCore
package import KeywayLog

/// For rehearsals, which play a counterexample of `explore` as a run.
///
/// The explored run says what happens at a restart, and in which order: nothing here fires an overdue deadline.
extension RunMachine {
    /// An order whose handler died with its process.
    package struct InterruptedOrder: Sendable {
        /// The leg's position in the run.
        package var leg: Int
        package var order: EffectOrder
        /// Whether the leg waits for an answer to the order.
        package var isAwaited: Bool
        /// Whether the new process performs the order again. If not, the flow gets the effect's `otherwise`, or, for an effect
        /// without replies, hears nothing.
        package var isPerformedAgain: Bool
    }

    /// Adds the record that another process goes on with the run, and decides nothing yet that follows from it.
    package mutating func recordResumption(_ resumption: Resumption, at now: Instant) -> Record {
        latest = max(now, latest)
        var decision = RunDecision()
        noteResumption(resumption, at: append(.resumed(resumption), of: 0, to: &decision))
        return decision.records[0]
    }

    /// The orders that have no end yet, those ordered first coming first.
    package var interruptedOrders: [InterruptedOrder] {
        orders.entries.map { entry in
            InterruptedOrder(
                leg: entry.leg, order: entry.order, isAwaited: entry.isAwaited,
                isPerformedAgain: fate(of: entry) == .performedAgain)
        }
    }
}
