#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Milliseconds of a clock that nobody sets and that never goes back; only differences of two readings mean anything.
///
/// It goes on while the machine sleeps, as `ContinuousClock` does: a node that slept past its lease must notice that when it wakes.
package func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    #if os(Linux)
        // On Linux `CLOCK_MONOTONIC` stands still while the machine sleeps, on Darwin it does not.
        // Source: Linux's man-pages, clock_gettime(2).
        clock_gettime(CLOCK_BOOTTIME, &now)
    #else
        clock_gettime(CLOCK_MONOTONIC, &now)
    #endif
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
}
