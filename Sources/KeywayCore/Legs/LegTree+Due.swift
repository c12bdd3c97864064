extension LegTree {
    /// What passes when its time comes: a timer of the leg at this place, or the limit of an open effect of the leg.
    package enum Due: Sendable {
        case timer(leg: Int, RunState.ArmedTimer)
        case limit(leg: Int, RunState.OpenEffect)

        /// When its time comes.
        package var instant: Instant {
            switch self {
            case .timer(_, let timer): timer.deadline
            case .limit(_, let open): open.limit
            }
        }

        /// Whether this goes before the other: at one instant timers go before limits, timers in the order of setting and limits in the
        /// order of ordering, whichever leg has them. Two that one record has set go in the order in which the leg has them.
        ///
        /// Source: rule 18 of `Specs/README.md`.
        package func precedes(_ other: Due) -> Bool {
            guard instant == other.instant else { return instant < other.instant }
            return switch (self, other) {
            case (.timer(_, let own), .timer(_, let other)): own.setBy < other.setBy
            case (.limit(_, let own), .limit(_, let other)): own.order.sequence < other.order.sequence
            case (.timer, .limit): true
            case (.limit, .timer): false
            }
        }
    }

    /// What is due next; nil where no timer that may fire and no open effect is left.
    package var nextDue: Due? {
        let timer = nextTimer.map { Due.timer(leg: $0.leg, $0.timer) }
        guard let (leg, open) = nextLimit else { return timer }
        let limit = Due.limit(leg: leg, open)
        return timer.map { limit.precedes($0) ? limit : $0 } ?? limit
    }

    /// The next timer or limit for which `counts` is true; nil where none is left. The others are passed over.
    package func nextDue(where counts: (Due, Leg) -> Bool) -> Due? {
        var next: Due?
        func take(_ due: Due, of leg: Leg) {
            guard next.map({ due.precedes($0) }) ?? true, counts(due, leg) else { return }
            next = due
        }
        for (place, leg) in legs.enumerated() where !leg.isEnded {
            let held = leg.table.states[leg.run.state].holds
            for timer in leg.run.timers where !held.contains(timer.timer) { take(.timer(leg: place, timer), of: leg) }
            for open in leg.run.openEffects { take(.limit(leg: place, open), of: leg) }
        }
        return next
    }

    /// The leg whose timer fires next: of the timers that no state holds back that of the earliest deadline, and of equal ones the one that
    /// was set first.
    package var nextTimer: (leg: Int, timer: RunState.ArmedTimer)? {
        var next: (leg: Int, timer: RunState.ArmedTimer)?
        for leg in legs.indices where !legs[leg].run.timers.isEmpty {
            guard let timer = legs[leg].flow.table.nextTimer(of: legs[leg].run) else { continue }
            // Timers of one deadline and one record are of one leg, and `Table.nextTimer` has put those in order
            // already.
            if next.map({ Due.timer(leg: leg, timer).precedes(.timer(leg: $0.leg, $0.timer)) }) ?? true {
                next = (leg, timer)
            }
        }
        return next
    }

    /// The leg whose open effect reaches its limit next; of equal limits, that of the effect which was ordered first.
    package var nextLimit: (leg: Int, open: RunState.OpenEffect)? {
        var next: (leg: Int, open: RunState.OpenEffect)?
        for leg in legs.indices where !legs[leg].run.openEffects.isEmpty {
            guard let open = legs[leg].flow.table.nextLimit(of: legs[leg].run) else { continue }
            if next.map({ Due.limit(leg: leg, open).precedes(.limit(leg: $0.leg, $0.open)) }) ?? true {
                next = (leg, open)
            }
        }
        return next
    }
}
