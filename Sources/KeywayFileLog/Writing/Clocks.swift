import KeywayCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Milliseconds that only grow, from some moment on.
func monotonicMilliseconds() -> Int64 {
    milliseconds(of: CLOCK_MONOTONIC)
}

extension Instant {
    /// The time of the system's wall clock, now.
    static var wall: Instant { Instant(milliseconds: KeywayFileLog.milliseconds(of: CLOCK_REALTIME)) }
}

/// Blocks the thread for so long.
func pause(milliseconds: Int) {
    usleep(UInt32(clamping: milliseconds * 1_000))
}

private func milliseconds(of clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
}
