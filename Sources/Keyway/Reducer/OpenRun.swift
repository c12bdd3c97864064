/// A run in the open: one value or list for each part of it, as the walking of a table reads and writes them.
struct OpenRun: Sendable {
    var state: Int
    var values: [Value?]
    var timers: [RunState.ArmedTimer] = []
    var openEffects: [RunState.OpenEffect] = []
    var running: [Running] = []
    var attempt = 0

    init(state: Int, values: [Value?]) {
        self.state = state
        self.values = values
    }
}

extension OpenRun {
    mutating func endTimer(_ timer: Int) {
        while let place = timers.firstIndex(where: { $0.timer == timer }) { timers.remove(at: place) }
    }

    /// Sets the timer, anew if it runs.
    mutating func arm(_ timer: Int, for duration: Int64, from now: Instant) {
        endTimer(timer)
        timers.append(RunState.ArmedTimer(timer: timer, deadline: now.advanced(byMilliseconds: duration)))
    }

    /// Notes that the effect will answer; ordering it again closes the earlier order.
    mutating func open(_ effect: Int, as order: OrderID, until limit: Instant) {
        while let place = openEffects.firstIndex(where: { $0.effect == effect }) { openEffects.remove(at: place) }
        openEffects.append(RunState.OpenEffect(effect: effect, order: order, limit: limit))
    }
}
