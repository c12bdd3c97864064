import KeywayCore
import KeywayLog
import KeywayRuns

/// Begins a run's performances in the order of their orders; none waits for another's end.
///
/// Each is a task of this actor, so that one runs up to where it first waits before the next begins.
actor Launcher {
    private nonisolated let orders: AsyncStream<LegOrder>.Continuation
    private nonisolated let ordered: AsyncStream<LegOrder>
    private nonisolated let hasBegun = Lock(false)

    init() {
        (ordered, orders) = AsyncStream.makeStream()
    }

    /// Begins a performance behind those that were launched before; it returns at once.
    nonisolated func launch(_ order: LegOrder, of run: LiveRun) {
        orders.yield(order)
        let begins = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        // Handlers inherit nothing from whoever happened to send.
        if begins { Task.detached { await self.launchAll(for: run) } }
    }

    /// No order comes any more.
    nonisolated func finish() {
        orders.finish()
    }

    private func launchAll(for run: LiveRun) async {
        for await order in ordered {
            // A task takes along what is current where it is made. Set around the call, it would make the call leave this
            // actor, and with it its place in the order.
            let task = CallbackRoute.$current.withValue(CallbackRoute(of: order, in: run)) {
                EffectOrder.$current.withValue(order.order) { Task { await self.perform(order, for: run) } }
            }
            run.note(task, performing: order)
        }
    }

    private func perform(_ order: LegOrder, for run: LiveRun) async {
        await run.perform(order)
    }
}
