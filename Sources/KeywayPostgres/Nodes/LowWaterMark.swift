/// The promise (a time) from which on a look searches for runs whose promise has passed. A run's promise is here the column `wake`: the
/// time from which looks find the run.
///
/// When a run's promise moves, the old version of its row stays in the index until the server cleans that, which any long transaction
/// prevents. A search from the earliest promise on would pass over all these old versions each time. So as a rule a search begins a little
/// before the last promise that was found. Once a second it begins earlier, since an append that was under way during a search may have
/// made a promise that had passed by then. And twice a minute it begins at the earliest. `Benchmarks postgres` measures what looks cost
/// while somebody holds a snapshot for a minute.
struct LowWaterMark: Equatable {
    /// How much earlier than the last promise that was found a search begins, in milliseconds.
    static let reach: Int64 = 250
    /// How much earlier it begins once in `longInterval`, in milliseconds.
    static let longReach: Int64 = 5_000
    static let longInterval: Int64 = 1_000
    /// How often a search begins at the first promise, in milliseconds.
    static let sweepInterval: Int64 = 30_000

    /// The digests of the flows of the last search; in a search for other flows `near` and `far` do not hold.
    private var served: [[UInt8]] = []
    /// Where a search begins as a rule.
    private var near = Int64.min
    /// Where the search begins that reaches back farther, once in `longInterval`.
    private var far = Int64.min
    /// When a search last began at `far`, and when one last began at the first promise, by the monotonic clock in milliseconds.
    private var reachedFarAt = Int64.min
    private var sweptAt = Int64.min
    /// The earliest of the promises that this process has made since the last search began, which may not have seen them; `.max` where
    /// it has made none.
    private var promised = Int64.max

    /// Begins a search at that time of the monotonic clock; returns the promise from which it searches, `Int64.min` for all promises.
    mutating func begin(for digests: [[UInt8]], at now: Int64) -> Int64 {
        promised = .max
        if digests != served || sweptAt == .min || now - sweptAt >= Self.sweepInterval {
            served = digests
            (near, far) = (.min, .min)
            (reachedFarAt, sweptAt) = (now, now)
            return .min
        }
        guard now - reachedFarAt >= Self.longInterval else { return near }
        reachedFarAt = now
        return far
    }

    /// Raises the mark after a search has found promises that have passed, of which this is the last.
    mutating func raise(to last: Int64) {
        near = max(near, min(last.saturatingSubtracting(Self.reach), promised))
        far = max(far, min(last.saturatingSubtracting(Self.longReach), promised))
    }

    /// Lowers the mark because this process has made, or is about to make, a promise for that time: searches must not begin behind it.
    mutating func lower(to promise: Int64) {
        near = min(near, promise)
        far = min(far, promise)
        promised = min(promised, promise)
    }
}

extension Int64 {
    fileprivate func saturatingSubtracting(_ other: Int64) -> Int64 {
        let (difference, isBeyondCounting) = subtractingReportingOverflow(other)
        return isBeyondCounting ? .min : difference
    }
}
