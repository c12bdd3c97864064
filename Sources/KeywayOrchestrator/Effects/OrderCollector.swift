import Keyway

/// Keeps what a driver wants performed until its lock is left.
final class OrderCollector: EffectPerformer {
    private var orders: [EffectOrder] = []

    func perform(_ order: EffectOrder, of run: RunID) {
        orders.append(order)
    }

    func take() -> [EffectOrder] {
        defer { orders = [] }
        return orders
    }
}
