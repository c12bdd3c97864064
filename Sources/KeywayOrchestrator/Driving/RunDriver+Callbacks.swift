public import Keyway
import KeywayLog

/// The call of an SDK that a callback comes from, as far as whoever hands it over can tell.
struct ProviderCall {
    /// The attempt that the call was made for.
    var attempt: Int
    /// The leg that ordered it; nil where only the callback itself can say.
    var leg: Int?
}

extension RunDriver {
    /// Takes a provider's raw report; any value whatever is welcome.
    ///
    /// The newest leg that runs and reads it gets it, else the newest that has ended and does; else the run itself.
    /// `attempt` is the attempt that the handler closed over, where the source can tell; it counts for the leg that gets it.
    public mutating func deliver(
        _ callback: RawValue, attempt: Int? = nil, telling tell: Telling
    ) throws(DriverError) {
        _ = try deliver(callback, from: attempt.map { ProviderCall(attempt: $0) }, noting: { _ in true }, telling: tell)
    }

    /// The same, and the sources keep what is retained for legs that begin later.
    package mutating func deliver(
        _ callback: RawValue, attempt: Int?, retainingIn sources: ProviderSources, telling tell: Telling
    ) throws(DriverError) {
        let (run, flows) = (run, table.flows.map(\.table))
        _ = try deliver(
            callback, from: attempt.map { ProviderCall(attempt: $0) },
            noting: { leg in
                sources.note(callback, as: flows, heardBy: leg.map { Listener(run: run, leg: $0) })
                return true
            }, telling: tell)
    }

    /// The same for a report of which more is known: the leg that ordered the call gets it, if it reads it.
    ///
    /// `note` is told which leg is about to hear it, before it does, nil where the log failed before; and says whether it may.
    mutating func deliver(
        _ callback: RawValue, from call: ProviderCall?, noting note: (_ leg: Int?) -> Bool, telling tell: Telling
    ) throws(DriverError) -> Bool {
        do throws(DriverError) {
            try catchUp(telling: tell)
        } catch {
            _ = note(nil)
            throw error
        }
        let (position, decoded) = read(callback, from: call)
        let leg = legs[position]
        switch decoded {
        case .event(let event, let fields, _, _):
            guard note(position) else { return false }
            let stamp = leg.stamp(of: event, in: position, from: call)
            try decide(Occurrence(Event(event, fields: fields, stamp: stamp)), in: position, telling: tell)
        case .unrecognised(let unread):
            guard note(nil) else { return false }
            guard let event = leg.table.unrecognised else { return true }
            try decide(Occurrence(Event(event), unread: unread), in: position, telling: tell)
        }
        return true
    }

    /// The call that an order of the run or of one of its legs makes.
    func call(of order: EffectOrder) -> ProviderCall {
        ProviderCall(attempt: order.attempt, leg: legOf(order.id))
    }

    /// Tells a leg what its sources said while it did not hold them.
    mutating func hearUnheard(in leg: Int, telling tell: Telling) throws(DriverError) {
        guard !isStopped, !legs[leg].isEnded else { return }
        var block = Block(after: stream, at: time.now, hearing: unheard)
        block.hear(in: leg)
        try commit(block, telling: tell)
    }

    private func read(_ callback: RawValue, from call: ProviderCall?) -> (leg: Int, decoded: Decoded) {
        if let leg = call?.leg, case .event = legs[leg].table.decode(callback) {
            return (leg, legs[leg].table.decode(callback))
        }
        return stream.legs.read(callback)
    }
}

extension Leg {
    /// A source that is one for all attempts cannot say whose a word is, whoever claims it for it (rule 23).
    fileprivate func stamp(of event: Int, in position: Int, from call: ProviderCall?) -> Stamp {
        guard let call, table.tellsAttempts(of: event) else { return .unknown }
        return call.leg ?? position == position && call.attempt == run.attempt ? .current : .stale
    }
}
