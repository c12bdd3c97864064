import Keyway
import KeywayLog

extension LiveRun {
    /// Begins what entering the initial state ordered.
    func begin() {
        Task { await launcher.launch(for: self) }
        core.withLock { $0.begin(self) }
        settle()
    }

    /// Lets the driver do something, and acts on every step that became durable, be there an error after it.
    func drive<Result>(
        _ body: (inout RunDriver, RunDriver.Telling) throws(DriverError) -> Result
    ) throws(DriverError) -> Result {
        defer { settle() }
        return try core.withLock { (core) throws(DriverError) in try core.drive(self, body) }
    }

    /// Tells the flow that it holds a lane, unless it has given up that place since.
    private func grant(_ place: LaneStanding) {
        defer { settle() }
        core.withLock { core in
            guard core.places.contains(place) else { return }
            // Where the log refuses the grant, the observers are told.
            try? core.drive(self) { (driver, tell) throws(DriverError) in
                try driver.grant(place.lane, in: place.leg, telling: tell)
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
        case .ask(let place, let provider): lanes.ask(place, of: provider) { self.grant(place) }
        case .free(let place): lanes.free(place)
        case .leaveLanes: lanes.leave(id)
        case .tell(let observers, let state): for observer in observers { observer.yield(state) }
        case .finish(let observers, let error): for observer in observers { observer.finish(throwing: error) }
        case .tellFailures(let observers, let failures):
            for observer in observers { for failure in failures { observer.yield(failure) } }
        case .finishFailures(let observers): for observer in observers { observer.finish() }
        case .wait(let wakeUp): wait(for: wakeUp)
        // It goes with the item.
        case .letGo: break
        }
    }
}
