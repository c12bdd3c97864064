import KeywayCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Instant {
    /// The time of the system's wall clock, now.
    static var wallTime: Instant {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Instant(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
    }
}

/// Blocks the thread for so long.
func pause(milliseconds: Int) {
    usleep(UInt32(clamping: milliseconds * 1_000))
}
