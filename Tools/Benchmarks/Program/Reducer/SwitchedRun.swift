import KeywayCore

/// Phone verification as one would write it by hand: a switch over the state, and in each case one over the event.
struct SwitchedRun {
    /// In `lapsed` no code is good: its life is over, or it could not be sent.
    enum State: UInt8 {
        case idle, sending, awaiting, checking, lapsed, verified, failed, cancelled
    }

    /// The commands; the replies, of which `unsent` says that no code could be sent; and the rest.
    enum Event: UInt8 {
        case start, submit, resend, cancel
        case sent, unsent, accepted, wrong, unreachable
        case unrecognised, session, life, lapse
    }

    /// The open order of an effect that replies.
    struct Open {
        /// The order's identity, as `RawEvent.answers` has it; `UInt32.max` where none is open.
        var order = UInt32.max
        /// When the reply is due, in milliseconds.
        var limit: UInt32 = 0
    }

    /// A timer of the flow.
    struct Timer {
        /// When it fires, in milliseconds; 0 where it is not set.
        var deadline: UInt32 = 0
        /// How many timers the run had set before: of two that are due at the same time the one that was set first fires first.
        var turn: UInt8 = 0
    }

    /// What an event meant, and which effects it orders.
    struct Decision {
        /// The bit of `effects` that says that the effect `send` is ordered.
        static var send: UInt8 { 1 }
        /// The bit of `effects` that says that the effect `check` is ordered.
        static var check: UInt8 { 2 }

        var disposition: Disposition
        var effects: UInt8 = 0
    }

    var state = State.idle
    /// How often `send` was ordered.
    var sends: UInt8 = 0
    /// How many wrong codes came since a code was last sent.
    var tries: UInt8 = 0
    /// The number of the attempt; each order `send` begins one.
    var attempt: UInt8 = 0
    /// How many timers were set so far.
    var timersSet: UInt8 = 0
    /// How many events came so far.
    var sequence: UInt32 = 0
    /// The open order of the effect `send`.
    var send = Open()
    /// The open order of the effect `check`.
    var check = Open()
    /// When the run ends at the latest.
    var session = Timer()
    /// How long the code that was sent is good.
    var life = Timer()
    /// How long the run stays in `lapsed`.
    var lapse = Timer()

    /// The identity of the order that the present event gives, as packed runs have it: 16 * (sequence of the record + 1) + 0, its place
    /// among the orders of the record. Record 0 is the beginning of the run, so the first event is record 1.
    var orderIdentity: UInt32 { (sequence &+ 1) &* 16 }

    init() { session = timer(until: 900_000) }

    /// Decides an event. An order gets the identity that `RawEvent.answers` has for it.
    ///
    /// It is never inlined, because the reducer of a generated flow is not inlined either, if the caller is in another module.
    @inline(never)
    mutating func reduce(_ event: Event, answers: UInt32, at now: UInt32) -> Decision {
        sequence += 1
        switch event {
        case .sent, .unsent, .accepted, .wrong, .unreachable:
            if send.order == answers {
                send.order = .max
            } else if check.order == answers {
                check.order = .max
            } else {
                return Decision(disposition: .stale)
            }
        case .session: session.deadline = 0
        case .life: life.deadline = 0
        case .lapse: lapse.deadline = 0
        case .start, .submit, .resend, .cancel, .unrecognised: break
        }
        switch state {
        case .idle: return idle(event, now)
        case .sending: return sending(event, now)
        case .awaiting: return awaiting(event, now)
        case .checking: return checking(event, now)
        case .lapsed: return lapsed(event, now)
        case .verified, .failed, .cancelled: return otherwise(event)
        }
    }

    private mutating func idle(_ event: Event, _ now: UInt32) -> Decision {
        switch event {
        case .start: return enterSending(now)
        case .cancel: return end(in: .cancelled)
        case .session: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func sending(_ event: Event, _ now: UInt32) -> Decision {
        switch event {
        case .sent:
            tries = 0
            state = .awaiting
            life = timer(until: now &+ 300_000)
            return Decision(disposition: .taken)
        case .unsent: return sends < 3 ? enterLapsed(now) : end(in: .failed)
        case .cancel: return end(in: .cancelled)
        case .session: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func awaiting(_ event: Event, _ now: UInt32) -> Decision {
        switch event {
        case .submit:
            guard tries < 3 else { return end(in: .failed) }
            state = .checking
            check = Open(order: orderIdentity, limit: now &+ 20_000)
            return Decision(disposition: .taken, effects: Decision.check)
        case .resend:
            guard sends < 3 else { return Decision(disposition: .rejected) }
            life.deadline = 0
            return enterSending(now)
        case .life: return enterLapsed(now)
        case .cancel: return end(in: .cancelled)
        case .session: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func checking(_ event: Event, _ now: UInt32) -> Decision {
        switch event {
        case .accepted: return end(in: .verified)
        case .wrong:
            guard tries < 3 else { return end(in: .failed) }
            tries += 1
            state = .awaiting
            return Decision(disposition: .taken)
        case .unreachable:
            state = .awaiting
            return Decision(disposition: .taken)
        case .life: return enterLapsed(now)
        case .cancel: return end(in: .cancelled)
        case .session: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func lapsed(_ event: Event, _ now: UInt32) -> Decision {
        switch event {
        case .resend:
            guard sends < 3 else { return end(in: .failed) }
            lapse.deadline = 0
            return enterSending(now)
        case .lapse, .session: return end(in: .failed)
        case .cancel: return end(in: .cancelled)
        default: return otherwise(event)
        }
    }

    mutating func enterSending(_ now: UInt32) -> Decision {
        state = .sending
        sends += 1
        attempt += 1
        send = Open(order: orderIdentity, limit: now &+ 20_000)
        return Decision(disposition: .taken, effects: Decision.send)
    }

    mutating func enterLapsed(_ now: UInt32) -> Decision {
        state = .lapsed
        life.deadline = 0
        lapse = timer(until: now &+ 60_000)
        return Decision(disposition: .taken)
    }

    mutating func end(in final: State) -> Decision {
        state = final
        session.deadline = 0
        life.deadline = 0
        lapse.deadline = 0
        return Decision(disposition: .taken)
    }

    mutating func timer(until deadline: UInt32) -> Timer {
        defer { timersSet &+= 1 }
        return Timer(deadline: deadline, turn: timersSet)
    }

    private func otherwise(_ event: Event) -> Decision {
        switch event {
        case .start, .submit, .resend, .cancel: Decision(disposition: .rejected)
        case .unrecognised: Decision(disposition: .unrecognised)
        case .sent, .unsent, .accepted, .wrong, .unreachable, .session, .life, .lapse: Decision(disposition: .late)
        }
    }
}
