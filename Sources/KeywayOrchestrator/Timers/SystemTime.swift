public import Keyway

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's time: it begins at the wall clock and goes on with the continuous one.
///
/// So nobody who sets the clock of a device can make a timer of a live run fire early or late.
public struct SystemTime: Alarm {
    private let start: Instant
    private let anchor: ContinuousClock.Instant

    public init() {
        start = Self.wallClock()
        anchor = ContinuousClock.now
    }

    public var now: Instant {
        start.advanced(byMilliseconds: Self.milliseconds(anchor.duration(to: ContinuousClock.now)))
    }

    public func sleep(until instant: Instant) async throws {
        let (distance, overflow) = instant.milliseconds.subtractingReportingOverflow(start.milliseconds)
        guard !overflow else { return }
        try await ContinuousClock().sleep(until: anchor.advanced(by: .milliseconds(distance)))
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static func wallClock() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
