public import KeywayCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Orchestrator {
    /// The system's time: it begins at the wall clock and goes on with the continuous one.
    ///
    /// So nobody who sets the clock of a device can make a timer of a live run fire early or late. The continuous clock
    /// goes on while the device sleeps.
    public struct SystemTime: Orchestrator.TimeSource {
        /// The instant at which this time began: the wall clock's, unless a test gives another.
        private let start: Instant
        /// The continuous clock at the same moment.
        private let anchor: ContinuousClock.Instant

        /// The most milliseconds of one sleep: an instant may be further away than a system's timer can count.
        private static let greatestSleep: Int64 = 24 * 3_600_000

        /// Reads the wall clock once; what happens to it afterwards does not matter.
        public init() {
            self.init(beginningAt: Self.wallClock())
        }

        /// A time that begins at another instant than the wall clock's: at the time of a server, where processes of several machines
        /// take over each other's runs.
        ///
        /// - Parameter start: the present, by that clock.
        public init(beginningAt start: Instant) {
            self.start = start
            anchor = ContinuousClock.now
        }

        /// It never goes back, and goes on while the device sleeps.
        public var now: Instant { now(at: ContinuousClock.now) }

        /// Returns when the instant has come, never earlier.
        ///
        /// - Parameter instant: by this time. One that has come returns at once; one that is far away takes several
        ///   sleeps.
        /// - Throws: `CancellationError` when the task is cancelled before.
        public func sleep(until instant: Instant) async throws {
            while true {
                let present = ContinuousClock.now
                let (rest, isBeyondCounting) = instant.milliseconds.subtractingReportingOverflow(
                    now(at: present).milliseconds)
                guard instant > now(at: present) else { return }
                let milliseconds = isBeyondCounting ? Self.greatestSleep : min(rest, Self.greatestSleep)
                try await ContinuousClock().sleep(until: present.advanced(by: .milliseconds(milliseconds)))
            }
        }

        private func now(at present: ContinuousClock.Instant) -> Instant {
            start.advanced(byMilliseconds: anchor.duration(to: present).wholeMilliseconds)
        }

        private static func wallClock() -> Instant {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            let (milliseconds, isBeyondCounting) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
            guard !isBeyondCounting else { return Instant(milliseconds: time.tv_sec < 0 ? .min : .max) }
            return Instant(milliseconds: milliseconds).advanced(byMilliseconds: Int64(time.tv_nsec) / 1_000_000)
        }
    }
}
