import Keyway
import KeywayLog

extension LiveRun {
    /// Hears what the call of an order says: it is the word of the leg and the attempt that made the call.
    func hear(_ callback: RawValue, answering order: EffectOrder) throws(DriverError) {
        try drive { (driver, tell) throws(DriverError) in
            try hear(callback, from: driver.call(of: order), as: [], by: &driver, telling: tell)
        }
    }

    /// Hears what comes to the run itself.
    func hear(_ callback: RawValue, attempt: Int?) throws(DriverError) {
        try drive { (driver, tell) throws(DriverError) in
            try hear(callback, from: attempt.map { ProviderCall(attempt: $0) }, as: [], by: &driver, telling: tell)
        }
    }

    /// Hears what comes to one of these sources; false where another run has taken it meanwhile.
    func hear(_ callback: RawValue, as flow: Table, from names: [SourceName]) throws(DriverError) -> Bool {
        try drive { (driver, tell) throws(DriverError) in
            guard sources.isHeld(names, by: id) else { return false }
            try hear(callback, from: nil, as: flow.flows.map(\.table), by: &driver, telling: tell)
            return true
        }
    }

    /// Hears a report and keeps it for others at once, so that nobody hears it twice and nobody misses it.
    private func hear(
        _ callback: RawValue, from call: ProviderCall?, as flows: [Table], by driver: inout RunDriver,
        telling tell: RunDriver.Telling
    ) throws(DriverError) {
        try driver.deliver(
            callback, from: call,
            noting: { leg in
                let listener = leg.map { Listener(run: id, leg: $0) }
                sources.note(callback, as: flows + table.flows.map(\.table), heardBy: listener)
            }, telling: tell)
    }
}
