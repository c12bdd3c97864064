package import KeywayCore
package import KeywayLog

/// For whoever chooses himself what a new process finds to do, and lets no time pass.
extension RunMachine {
    /// An order whose handler died with its process.
    package struct InterruptedOrder: Sendable {
        /// By its position among the legs of the run.
        package var leg: Int
        package var order: EffectOrder
        /// Whether the new process performs it; else its flow gets the `otherwise`.
        package var isPerformedAgain: Bool
    }

    /// Another process goes on with the run: the record that says so, and nothing of what follows from it.
    package mutating func resume(as resumption: Resumption, at now: Instant) -> Record {
        latest = max(now, latest)
        var decision = RunDecision()
        noteResumption(resumption, at: append(.resumed(resumption), of: 0, to: &decision))
        return decision.records[0]
    }

    /// What has no answer, in the order of ordering.
    package var interruptedOrders: [InterruptedOrder] {
        orders.entries.map { entry in
            InterruptedOrder(leg: entry.leg, order: entry.order, isPerformedAgain: fate(of: entry) == .performedAgain)
        }
    }
}
