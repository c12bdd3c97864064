/// From which promise on a look searches for those that have passed.
///
/// Rows that were moved on stay in the index until the server cleans it, which a long transaction of anybody prevents; a search that began
/// at the first one would pass over all of them each time. So it begins a little before the last promise that was found, and only now
/// and then at the first. Measured: 13,100 looks a second beside a snapshot of a minute, and 1,430 without the mark.
struct LowWaterMark: Equatable {
    /// How much earlier than the last promise that was found a search begins, in milliseconds.
    static let reach: Int64 = 5_000
    /// How often a search begins at the first promise, in milliseconds.
    static let sweepInterval: Int64 = 30_000

    /// What the last search was for: another one knows nothing of its mark.
    private var served: [[UInt8]] = []
    private var mark = Int64.min
    private var sweptAt = Int64.min
    /// The earliest of the promises that were made here since the last search began: it may not have seen them.
    private var promised = Int64.max

    /// Where a search begins at that time of the monotonic clock.
    mutating func begin(for digests: [[UInt8]], at now: Int64) -> Int64 {
        if digests != served || sweptAt == .min || now - sweptAt >= Self.sweepInterval {
            served = digests
            (mark, sweptAt) = (.min, now)
        }
        promised = .max
        return mark
    }

    /// The search has found promises that have passed, and the last of them is this one.
    mutating func raise(to last: Int64) {
        let (start, isBeyondCounting) = last.subtractingReportingOverflow(Self.reach)
        if !isBeyondCounting { mark = max(mark, min(start, promised)) }
    }

    /// Something is promised for that time.
    mutating func lower(to promise: Int64) {
        mark = min(mark, promise)
        promised = min(promised, promise)
    }
}
