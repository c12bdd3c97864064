package import KeywayCore
import KeywayLog

/// An order that has not ended yet: its handler is at work, or is gone.
package struct UnfinishedOrder: Sendable {
    /// The leg's position in the run.
    package var leg: Int
    package var order: EffectOrder
    /// Whether the leg waits for an answer to the order.
    package var isAwaited: Bool
    /// Whether the order is performed again where its handler is gone. If not, the leg gets the effect's `otherwise`, or hears nothing
    /// where it does not wait for an answer.
    package var isPerformedAgain: Bool
}

extension RunMachine {
    /// The orders that have not ended yet, in the order in which they were given.
    package var unfinishedOrders: [UnfinishedOrder] {
        orders.entries.map { entry in
            UnfinishedOrder(
                leg: entry.leg, order: entry.order, isAwaited: entry.isAwaited,
                isPerformedAgain: fate(of: entry) == .performedAgain)
        }
    }
}
