import Keyway
import KeywayLog

extension LiveRun {
    /// Keeps the task that performs an order, to be cancelled when nobody waits for its answer any more.
    nonisolated func note(_ task: Task<Void, Never>, performing order: LegOrder) {
        core.withLock { $0.note(task, performing: order) }
        settle()
    }

    /// Asks the handler, and tells the flow what it answers.
    nonisolated(nonsending) func perform(_ order: LegOrder) async {
        // It is there as long as a performance has not ended.
        guard let handler = core.withLock({ $0.handler }) else { return }
        do {
            let answer = try await handler.perform(order.order, of: id, in: order.leg)
            // It answers by itself now, and is not to be cancelled for it.
            core.withLock { $0.performances.release(order.id) }
            try take(answer, to: order)
            conclude(order, failing: nil)
        } catch {
            conclude(order, failing: error)
        }
    }

    /// Takes what a handler returned; the answer to a closed order is stale.
    ///
    /// - Throws: `EffectRefusal` where it is no answer of the effect.
    private func take(_ answer: EffectAnswer?, to order: LegOrder) throws {
        guard order.isAnswered else { return }
        guard let answer else { throw EffectRefusal.noAnswer }
        do throws(DriverError) {
            try drive { (driver, tell) throws(DriverError) in
                try driver.answer(order.id, with: answer.reply, fields: answer.fields, telling: tell)
            }
        } catch .wrongFields(let text) {
            throw EffectRefusal.notItsAnswer(text)
        } catch {
            // The observers were told what stopped the run.
        }
    }

    /// The performance is over; where it failed the flow hears the `otherwise`, if it waits for an answer.
    func conclude(_ order: LegOrder, failing reason: (any Error)?) {
        core.withLock { $0.conclude(order, failing: reason) }
        settle()
        guard reason != nil else { return }
        try? drive { (driver, tell) throws(DriverError) in try driver.giveUp(order.id, telling: tell) }
    }
}
