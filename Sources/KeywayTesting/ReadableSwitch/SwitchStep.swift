package import KeywayCore

/// What a switch made of an event.
package struct SwitchStep: Equatable, Sendable {
    /// What the event meant: the switch's verdict as a disposition, which also depends on the event's origin.
    package var disposition: Disposition
    /// The stamp of the event as it turned out: a reply to an order that is not open is `stale`.
    package var stamp: Stamp
    /// The effects that the event ordered, in the order in which they are to be performed.
    package var orders: [EffectOrder]
}

extension ReadableSwitch {
    /// Decides an event, as a table does.
    ///
    /// - Throws: `Value.Mismatch` where the run or the event has values that the flow's types do not have, or where a value is absent
    ///   that the flow's rules prove present.
    package static func step(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) throws(Value.Mismatch) -> SwitchStep {
        let origin = Decided.table.events[event.position].origin
        let generated = try Decided.Event(position: event.position, values: event.fields)
        guard let state = Decided.state(of: run) else { throw Value.Mismatch() }
        var settled = run
        let stamp = settled.settle(event, origin)
        func refused(_ disposition: Disposition) -> SwitchStep {
            run = settled
            return SwitchStep(disposition: disposition, stamp: stamp, orders: [])
        }
        // In a final the switch is not asked: nothing leads out of it.
        if state.isFinal {
            return refused(origin == .command ? .rejected : origin == .unrecognised ? .unrecognised : .late)
        }
        var decider = Self(progress: try SwitchProgress(settled, at: now, sequence: sequence))
        let verdict =
            stamp == .stale
            ? try decider.verdict(in: state, onStale: generated) : try decider.verdict(in: state, on: generated)
        let disposition: Disposition
        switch verdict {
        case .move(let next):
            settled = decider.progress.run
            settled.state = Int(truncatingIfNeeded: next.rawValue)
            settled.values = decider.progress.context.values
            disposition = .taken
        case .stay:
            settled = decider.progress.run
            settled.values = decider.progress.context.values
            disposition = .stayed
        case .ignore: disposition = .ignored
        case .reject: disposition = .rejected
        case .late: disposition = .late
        case .stale: disposition = .stale
        case .undeclared: disposition = origin.whereNothingIsDeclared
        }
        run = settled
        // As a table has it: a callback that no source reads is `unrecognised` wherever it does not move the run.
        let isUnmatched = origin == .unrecognised && disposition != .taken
        return SwitchStep(
            disposition: isUnmatched ? .unrecognised : disposition, stamp: stamp, orders: decider.progress.orders)
    }
}

extension EventSignature.Origin {
    /// The disposition of an event that comes from there where no row and no claim covers the event.
    fileprivate var whereNothingIsDeclared: Disposition {
        switch self {
        case .command: .rejected
        case .unrecognised: .unrecognised
        case .timer, .restored: .ignored
        case .callback, .reply, .lane, .child, .stale: .late
        }
    }
}

extension RunState {
    /// Ends what the event ends before any row is asked, and returns the stamp that the event turns out to have.
    ///
    /// A timer that fires, an order that is answered and a sub-flow that ends are over; a lane that is granted is held.
    fileprivate mutating func settle(_ event: Event, _ origin: EventSignature.Origin) -> Stamp {
        switch origin {
        case .timer(let timer):
            timers = timers.filter { $0.timer != timer }
            return .unknown
        case .reply:
            let others = openEffects.filter { $0.order != event.answers }
            defer { openEffects = others }
            return others.count == openEffects.count ? .stale : .current
        case .callback: return event.stamp
        case .child(let child):
            running = running.filter { $0 != .child(child) }
            return .unknown
        case .lane(let lane):
            running = running.map { $0 == .lane(lane, isHeld: false) ? .lane(lane, isHeld: true) : $0 }
            return .unknown
        case .command, .unrecognised, .stale, .restored: return .unknown
        }
    }
}
