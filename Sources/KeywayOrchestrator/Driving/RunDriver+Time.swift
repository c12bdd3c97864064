public import Keyway
import KeywayLog

extension RunDriver {
    /// When the next timer fires; a held one does not count, and one that is overdue fires at once.
    public var nextTimer: Instant? { stream.legs.nextTimer?.timer.deadline }

    /// When the next open effect has taken too long.
    public var nextLimit: Instant? { stream.legs.nextLimit?.open.limit }

    /// When something happens by itself.
    public var nextDue: Instant? { [nextTimer, nextLimit].compactMap { $0 }.min() }

    /// Fires the next timer if it is due by the clock.
    public mutating func fireTimer(telling tell: Telling) throws(DriverError) {
        guard let (leg, armed) = stream.legs.nextTimer, armed.deadline <= time.now else { return }
        let event = legs[leg].table.timers[armed.timer].event
        try decide(Occurrence(Event(event)), in: leg, telling: tell)
    }

    /// Gives the `otherwise` of the effect that has taken too long by the clock.
    public mutating func passLimit(telling tell: Telling) throws(DriverError) {
        guard let (leg, open) = stream.legs.nextLimit, open.limit <= time.now,
            let otherwise = legs[leg].otherwise(of: open)
        else { return }
        try decide(Occurrence(otherwise), in: leg, telling: tell)
    }

    /// Lets everything happen that is due by the clock, the earliest first, timers before time limits.
    public mutating func passTime(telling tell: Telling) throws(DriverError) {
        try passTime(telling: tell) { limit, now in limit <= now }
    }

    /// Lets what is due go before what comes now; an answer at the very instant of its limit is still in time.
    mutating func catchUp(telling tell: Telling) throws(DriverError) {
        try passTime(telling: tell) { limit, now in limit < now }
    }

    private mutating func passTime(
        telling tell: Telling, limitIsPast: (Instant, Instant) -> Bool
    ) throws(DriverError) {
        while true {
            let now = time.now
            let limit = nextLimit.flatMap { limitIsPast($0, now) ? $0 : nil }
            if let timer = nextTimer, timer <= now, limit.map({ timer <= $0 }) ?? true {
                try fireTimer(telling: tell)
            } else if limit != nil {
                try passLimit(telling: tell)
            } else {
                return
            }
        }
    }
}
