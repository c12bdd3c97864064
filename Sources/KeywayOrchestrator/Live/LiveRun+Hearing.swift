import Keyway
import KeywayLog

extension LiveRun {
    /// Hears what the call of an order says: it is the word of the leg and the attempt that made the call.
    func hear(_ callback: RawValue, answering order: EffectOrder) throws(DriverError) {
        try drive { (driver, tell) throws(DriverError) in
            try hear(callback, from: driver.call(of: order), by: &driver, telling: tell)
        }
    }

    /// Hears what comes to the run itself.
    func hear(_ callback: RawValue, attempt: Int?) throws(DriverError) {
        try drive { (driver, tell) throws(DriverError) in
            try hear(callback, from: attempt.map { ProviderCall(attempt: $0) }, by: &driver, telling: tell)
        }
    }

    /// Hears what comes to one of these sources; false where another run has taken it meanwhile.
    func hear(_ callback: RawValue, as flow: Table, from names: [SourceName]) throws(DriverError) -> Bool {
        try drive { (driver, tell) throws(DriverError) in
            try hear(callback, from: nil, by: &driver, telling: tell) { listener in
                let flows = (flow.flows + table.flows).map(\.table)
                return sources.note(callback, as: flows, heardBy: listener, while: id, holds: names)
            }
        }
    }

    /// Hears what this run hears whoever holds its sources.
    private func hear(
        _ callback: RawValue, from call: ProviderCall?, by driver: inout RunDriver, telling tell: RunDriver.Telling
    ) throws(DriverError) {
        _ = try hear(callback, from: call, by: &driver, telling: tell) { listener in
            sources.note(callback, as: table.flows.map(\.table), heardBy: listener)
            return true
        }
    }

    /// Hears a report and keeps it for others at once, so that nobody hears it twice and nobody misses it.
    private func hear(
        _ callback: RawValue, from call: ProviderCall?, by driver: inout RunDriver, telling tell: RunDriver.Telling,
        noting note: (Listener?) -> Bool
    ) throws(DriverError) -> Bool {
        try driver.deliver(
            callback, from: call, noting: { leg in note(leg.map { Listener(run: id, leg: $0) }) }, telling: tell)
    }
}
