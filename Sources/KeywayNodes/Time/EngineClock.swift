import KeywayCore

/// The engine's time as a node knows it: from the answers to its beats, and its own monotonic clock in between.
///
/// The engine is what keeps the shared log, such as a database. By a beat a node tells it that the node lives.
///
/// A node's wall clock is used for nothing. An answer was true at some moment between the sending of the beat and the answer's arrival,
/// so the clock knows two bounds. No deadline is taken for passed before the lower one has passed it.
struct EngineClock: Sendable {
    /// How many answers are remembered: where the latest was long on its way, its bounds are wide, and an earlier one's may be narrower.
    private static let memory = 4

    /// By each of the last answers: by how many milliseconds the engine's time is ahead of the monotonic clock, at least and at most.
    private var offsets: [(least: Int64, most: Int64)] = []
    /// The latest time that `now` has returned: it never returns an earlier one.
    private var latestNow = Int64.min

    /// Whether a beat was ever answered.
    var isSet: Bool { !offsets.isEmpty }

    /// Takes the engine's time from the answer to a beat; both moments are milliseconds of the monotonic clock.
    mutating func note(_ time: Instant, sentAt: Int64, answeredAt: Int64) {
        if offsets.count == Self.memory { offsets.removeFirst() }
        offsets.append((time.milliseconds - answeredAt, time.milliseconds - sentAt))
    }

    /// A time that the engine's clock has reached for sure. Before the first beat was answered it is 0, which means nothing.
    mutating func now(at monotonic: Int64) -> Instant {
        guard let least = offsets.lazy.map(\.least).max() else { return Instant(milliseconds: 0) }
        latestNow = max(latestNow, monotonic + least)
        return Instant(milliseconds: latestNow)
    }

    /// A time that the engine's clock has not passed yet; it means nothing before the first beat was answered.
    func latest(at monotonic: Int64) -> Instant {
        Instant(milliseconds: max(latestNow, monotonic + (offsets.lazy.map(\.most).min() ?? 0)))
    }

    /// The time of the monotonic clock at which the engine's clock has reached the instant for sure.
    func monotonic(_ instant: Instant) -> Int64 {
        instant.milliseconds - (offsets.lazy.map(\.least).max() ?? 0)
    }
}
