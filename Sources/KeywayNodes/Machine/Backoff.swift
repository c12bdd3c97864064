/// How long a node waits before it asks the engine, which keeps the shared log, again after a failure. Times are in milliseconds.
struct Backoff: Sendable {
    /// The pause after the first failure, and the longest, to which it doubles with each further one.
    private let pauses: (first: Int64, longest: Int64)
    /// The pause after the latest failure; 0 where the engine has answered since.
    private var pause: Int64 = 0
    /// Until when, by the monotonic clock, the engine is asked nothing but beats.
    private(set) var until = Int64.min

    init(_ pauses: (first: Int64, longest: Int64)) {
        self.pauses = pauses
    }

    mutating func fail(at now: Int64) {
        // Statements that were under way at once fail together, and count as one.
        if now < until { return }
        pause = min(max(pause * 2, pauses.first), pauses.longest)
        until = now + pause
    }

    mutating func succeed() {
        pause = 0
    }
}
