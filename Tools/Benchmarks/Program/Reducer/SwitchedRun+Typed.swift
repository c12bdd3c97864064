import KeywayCore

/// The hand-written switch of `SwitchedRun` once more, over the event type of the generated flow in place of `SwitchedRun.Event`.
///
/// It is written out again, because the conversion of one event type into the other would be timed too.
extension SwitchedRun {
    /// Decides an event. It is never inlined, because the reducer of a generated flow is not inlined either, if the caller is in another
    /// module.
    @inline(never)
    mutating func reduce(_ event: PhoneVerification.Event, answers: UInt32, at now: UInt32) -> Decision {
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
        case .within15m: session.deadline = 0
        case .life: life.deadline = 0
        case .lapsedAfter60s: lapse.deadline = 0
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

    private mutating func idle(_ event: PhoneVerification.Event, _ now: UInt32) -> Decision {
        switch event {
        case .start: return enterSending(now)
        case .cancel: return end(in: .cancelled)
        case .within15m: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func sending(_ event: PhoneVerification.Event, _ now: UInt32) -> Decision {
        switch event {
        case .sent:
            tries = 0
            state = .awaiting
            life = timer(until: now &+ 300_000)
            return Decision(disposition: .taken)
        case .unsent: return sends < 3 ? enterLapsed(now) : end(in: .failed)
        case .cancel: return end(in: .cancelled)
        case .within15m: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func awaiting(_ event: PhoneVerification.Event, _ now: UInt32) -> Decision {
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
        case .within15m: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func checking(_ event: PhoneVerification.Event, _ now: UInt32) -> Decision {
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
        case .within15m: return end(in: .failed)
        default: return otherwise(event)
        }
    }

    private mutating func lapsed(_ event: PhoneVerification.Event, _ now: UInt32) -> Decision {
        switch event {
        case .resend:
            guard sends < 3 else { return end(in: .failed) }
            lapse.deadline = 0
            return enterSending(now)
        case .lapsedAfter60s, .within15m: return end(in: .failed)
        case .cancel: return end(in: .cancelled)
        default: return otherwise(event)
        }
    }

    private func otherwise(_ event: PhoneVerification.Event) -> Decision {
        switch event {
        case .start, .submit, .resend, .cancel: Decision(disposition: .rejected)
        case .unrecognised: Decision(disposition: .unrecognised)
        case .sent, .unsent, .accepted, .wrong, .unreachable, .within15m, .life, .lapsedAfter60s:
            Decision(disposition: .late)
        }
    }
}
