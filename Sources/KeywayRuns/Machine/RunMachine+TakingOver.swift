import KeywayCore
import KeywayLog

/// What becomes of orders whose node is gone, in a log that many nodes share.
extension RunMachine {
    /// Takes up those of the orders that may be performed again, and ends the others: they happen `once` or are
    /// `volatile`, or need a value that is gone.
    ///
    /// One record says which are performed again, so that every node knows from the log who performs an order. No leg is told
    /// `restored`: the provider's SDK is on the person's device, and has lost nothing.
    mutating func takeOver(
        _ ids: [EffectOrder.ID], hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) {
        for entry in orders.entries where ids.contains(entry.order.id) && orders.contains(entry.order.id) {
            end(entry, isGivenUp: false, hearing: retained, into: &decision)
        }
        // What ended just now may have closed others.
        let again = performedAgain(of: ids)
        if again.isEmpty { return }
        append(.takenOver(again.map(\.order.id)), of: 0, to: &decision)
        decision.consequences += again.map { performance(of: $0) }
    }

    /// Whether the order is open, and may be performed again if all of its values are known.
    ///
    /// A replay of a log may lack values that the run's key opens, so gone values do not count here.
    func mayBePerformedAgain(_ order: EffectOrder.ID) -> Bool {
        orders.entries.contains { entry in
            let effect = tree.legs[entry.leg].flow.table.effects[entry.order.effect]
            return entry.order.id == order && recovery.fate(of: effect, isComplete: true) == .performedAgain
        }
    }

    /// Those of the orders that are open and may be performed again.
    func performedAgain(of ids: [EffectOrder.ID]) -> [OpenOrders.Entry] {
        orders.entries.filter { ids.contains($0.order.id) && fate(of: $0) == .performedAgain }
    }
}
