import Keyway
import KeywayLog

extension LiveRun {
    /// Tells the new run what its sources retained, and begins what entering the initial state ordered.
    func begin(with orders: [EffectOrder]) {
        Task { await launcher.launch(for: self) }
        core.withLock { core in
            for word in sources.words(for: table, of: id, after: &core.heard) { core.mail.add(.hear(word)) }
            core.post(orders.map { LegOrder($0, of: core.driver.legs[0]) }, of: self)
            core.post(core.driver.beginningScopeChanges, of: id, in: 0)
            core.publish(core.driver.beginningSteps, of: self)
            if core.isOver { core.close(nil, of: self) }
        }
        settle()
    }

    /// What the run is to its sources.
    var holder: SourceHolder {
        SourceHolder(id) { (callback) throws(DriverError) in try self.hear(callback) }
    }

    func hear(_ callback: RawValue, attempt: Int? = nil) throws(DriverError) {
        try drive { (driver, tell) throws(DriverError) in
            try driver.deliver(callback, attempt: attempt, telling: tell)
        }
    }

    /// Lets the driver do something, and acts on every step that became durable, be there an error after it.
    func drive<Result>(
        _ body: (inout RunDriver, RunDriver.Telling) throws(DriverError) -> Result
    ) throws(DriverError) -> Result {
        defer { settle() }
        return try core.withLock { (core) throws(DriverError) in
            var steps: [DecidedStep] = []
            do throws(DriverError) {
                let result = try body(&core.driver) { steps.append($0) }
                core.publish(steps, of: self)
                return result
            } catch {
                core.publish(steps, of: self)
                if case .log = error { core.close(error, of: self) }
                throw error
            }
        }
    }

    /// Acts on what has become durable, outside the lock.
    func settle() {
        let isFirst = core.withLock { core in
            core.setAlarm()
            return core.mail.beginDelivering()
        }
        // Whoever came first delivers for all, so that everything goes out in the order in which it was decided.
        guard isFirst else { return }
        while true {
            let items = core.withLock { $0.mail.takeAll() }
            if items.isEmpty { return }
            for item in items { act(on: item) }
        }
    }

    private func act(on item: Mailbox.Item) {
        switch item {
        case .perform(let order): launcher.orders.yield(order)
        case .refuse(let order): conclude(order, failing: EffectRefusal.sourceBusy)
        case .endOrders: launcher.orders.finish()
        case .cancel(let tasks): for task in tasks { task.cancel() }
        case .ask(let standing, let provider):
            // Where the log refuses the grant, the observers are told.
            lanes.ask(standing, of: provider) {
                try? self.drive { (driver, tell) throws(DriverError) in
                    try driver.grant(standing.lane, in: standing.leg, telling: tell)
                }
            }
        case .free(let standing): lanes.free(standing)
        case .leaveLanes: lanes.leave(id)
        // Where the log refuses the word, the observers are told.
        case .hear(let word): try? hear(word)
        case .tell(let observers, let state): for observer in observers { observer.yield(state) }
        case .finish(let observers, let error): for observer in observers { observer.finish(throwing: error) }
        case .tellFailures(let observers, let failures):
            for observer in observers { for failure in failures { observer.yield(failure) } }
        case .finishFailures(let observers): for observer in observers { observer.finish() }
        case .wait(let wakeUp): wait(for: wakeUp)
        }
    }
}
