import Keyway
import KeywayLog

extension LiveCore {
    /// Posts what a leg orders: each is performed, or refused where the source that it calls is another run's.
    ///
    /// Returns whether the leg called a source that the run now holds.
    mutating func post(_ orders: [EffectOrder], of leg: Int, in run: LiveRun) -> Bool {
        var calls = false
        for order in orders {
            let order = LegOrder(order, of: driver.legs[leg])
            performances.noteOrdered()
            if order.effect.calls != nil {
                guard let displaced = run.sources.take(driver.legs[leg].table.singletons, for: holder(of: run)) else {
                    mail.add(.refuse(order))
                    continue
                }
                calls = true
                if !displaced.isEmpty { mail.add(.letGo(displaced)) }
            }
            mail.add(.perform(order))
        }
        return calls
    }

    /// Posts what a step of a leg did with lanes; with sub-flows the driver itself does it.
    mutating func post(_ changes: [ScopeChange], of leg: Int, in run: LiveRun) {
        for change in changes {
            switch change {
            case .asks(let lane):
                let place = places.ask(for: lane, of: leg, in: run.id)
                mail.add(.ask(place, provider: driver.legs[leg].table.lanes[lane].provider))
            case .frees(let lane):
                if let place = places.free(lane, of: leg) { mail.add(.free(place)) }
            case .begins, .leaves: break
            }
        }
    }

    /// What the run is to its sources.
    private func holder(of run: LiveRun) -> SourceHolder {
        SourceHolder(run.id, givesWay: givesWay) { (callback, flow, sources) throws(DriverError) in
            try run.hear(callback, as: flow, from: sources)
        }
    }
}
