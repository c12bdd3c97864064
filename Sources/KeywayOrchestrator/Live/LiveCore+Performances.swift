import Keyway
import KeywayLog

extension LiveCore {
    /// Notes a task that was begun for an order; it is not needed where nobody waits for its answer since.
    mutating func note(_ task: Task<Void, Never>, performing order: LegOrder) {
        guard order.isAnswered else { return }
        if isAwaited(order.id) { performances.note(task, performing: order.id) } else { mail.add(.cancel([task])) }
    }

    /// Notes that a handler returned or was not asked, and tells a failure.
    mutating func conclude(_ order: LegOrder, failing reason: (any Error)?) {
        performances.conclude(order.id)
        // A handler that gives up because nobody waits any more has not failed.
        if let reason, !order.isAnswered || isAwaited(order.id) {
            let failure = EffectFailure(
                effect: order.effect.name, leg: order.leg, order: order.order, reason: reason)
            failures.keep(failure)
            mail.add(.tellFailures(failures.observers.all, [failure]))
        }
        finishFailures()
    }

    /// Cancels whoever works at an answer that nobody waits for.
    mutating func cancelUnawaited() {
        let tasks = performances.remove(performances.orders.filter { !isAwaited($0) })
        if !tasks.isEmpty { mail.add(.cancel(tasks)) }
    }

    /// After the run's end the last handlers may still fail; then the handler is let go, which may hold the run itself.
    mutating func finishFailures() {
        guard isOver, performances.unfinished == 0 else { return }
        mail.add(.finishFailures(failures.observers.removeAll()))
        if let handler { mail.add(.letGo([handler])) }
        handler = nil
    }

    private func isAwaited(_ order: OrderID) -> Bool { !isOver && driver.isAwaited(order) }
}
