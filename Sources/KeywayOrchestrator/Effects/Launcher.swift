import Keyway

/// Begins a run's performances in the order of their orders; none waits for another's end.
///
/// Each is a task of this actor, so that one runs up to where it first waits before the next begins.
actor Launcher {
    /// Takes orders until it is finished.
    nonisolated let orders: AsyncStream<LegOrder>.Continuation
    private let ordered: AsyncStream<LegOrder>

    init() {
        (ordered, orders) = AsyncStream.makeStream()
    }

    /// Launches what is ordered; it returns when no order can come any more.
    func launch(for run: LiveRun) async {
        for await order in ordered {
            // A task takes along what is current where it is made. Set around the call, it would make the call leave this
            // actor, and with it its place in the order.
            let task = CallbackRoute.$current.withValue(CallbackRoute(of: order.order, in: run)) {
                EffectOrder.$current.withValue(order.order) { Task { await self.perform(order, for: run) } }
            }
            run.note(task, performing: order)
        }
    }

    private func perform(_ order: LegOrder, for run: LiveRun) async {
        await run.perform(order)
    }
}
