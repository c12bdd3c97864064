import KeywayCore

/// When a run is to be woken, and which of its waits does it: a newer one replaces it.
struct WakeUp: Equatable {
    var number: Int
    var instant: Instant
}

/// The one wait of a run for what is due next.
struct Waiting {
    /// Nil while nothing is waited for.
    private(set) var wakeUp: WakeUp?
    private var task: Task<Void, Never>?
    private var count = 0

    /// The wait that must be begun so that the run is awake at the instant; nil where the present one wakes it early enough.
    mutating func wakeUp(by instant: Instant) -> WakeUp? {
        if let wakeUp, wakeUp.instant <= instant { return nil }
        count += 1
        wakeUp = WakeUp(number: count, instant: instant)
        return wakeUp
    }

    /// Puts the task of a wait in the place of the one before; returns which is needed no more.
    mutating func replace(by task: Task<Void, Never>, of wakeUp: WakeUp) -> Task<Void, Never>? {
        guard self.wakeUp?.number == wakeUp.number else { return task }
        defer { self.task = task }
        return self.task
    }

    /// Lets a wait go on until what is due next; nil when nothing is, or another wait has taken its place.
    mutating func next(after past: WakeUp, due: Instant?) -> WakeUp? {
        guard wakeUp?.number == past.number else { return nil }
        wakeUp = due.map { WakeUp(number: past.number, instant: $0) }
        if wakeUp == nil { task = nil }
        return wakeUp
    }

    /// Nothing is waited for any more; returns the task that did.
    mutating func end() -> Task<Void, Never>? {
        defer { (wakeUp, task) = (nil, nil) }
        return task
    }
}
