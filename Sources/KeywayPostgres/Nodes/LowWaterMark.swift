/// From which promise on a look searches for those that have passed.
///
/// Of rows whose promise moved the old versions stay in the index until the server cleans it, which a long transaction of anybody prevents;
/// a search that began at the first one would pass over all of them each time. So it begins a little before the last promise that was
/// found; once a second it begins earlier, for an append that was under way may have made a promise that has passed by then; and now and
/// then it begins at the first. `Benchmarks postgres` measures what looks cost beside a snapshot that is held for a minute.
struct LowWaterMark: Equatable {
    /// How much earlier than the last promise that was found a search begins, in milliseconds.
    static let reach: Int64 = 250
    /// How much earlier it begins once in `longInterval`, in milliseconds.
    static let longReach: Int64 = 5_000
    static let longInterval: Int64 = 1_000
    /// How often a search begins at the first promise, in milliseconds.
    static let sweepInterval: Int64 = 30_000

    /// The flows of the last search; for other flows the marks do not hold.
    private var served: [[UInt8]] = []
    /// Where a search begins as a rule, and where one that reaches far does.
    private var near = Int64.min
    private var far = Int64.min
    private var reachedFarAt = Int64.min
    private var sweptAt = Int64.min
    /// The earliest of the promises that were made here since the last search began: it may not have seen them.
    private var promised = Int64.max

    /// Begins a search at that time of the monotonic clock; returns the promise from which it searches.
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

    /// The search has found promises that have passed, and the last of them is this one.
    mutating func raise(to last: Int64) {
        near = max(near, min(last.saturatingSubtracting(Self.reach), promised))
        far = max(far, min(last.saturatingSubtracting(Self.longReach), promised))
    }

    /// Something is promised for that time.
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
