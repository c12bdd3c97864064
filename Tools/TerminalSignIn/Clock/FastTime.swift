import Foundation
import KeywayCore
import KeywayOrchestrator

/// A clock that runs faster than the wall's by a factor, in all processes that share its beginning.
///
/// Deadlines of minutes then pass in seconds, also while no process is there.
struct FastTime: Orchestrator.TimeSource {
    private let factor: Int64
    private let present: Instant
    private let anchor = ContinuousClock.now

    /// - Parameters:
    ///   - beginning: the wall clock at which the clock was right, in milliseconds since the beginning of 1970.
    ///   - behind: by how many milliseconds somebody has set the clock back.
    init(beginning: Int64, factor: Int, behind: Int64 = 0, wall: Int64 = FastTime.wallClock()) {
        self.factor = Int64(factor)
        present = Instant(milliseconds: beginning + max(0, wall - beginning) * Int64(factor) - behind)
    }

    var now: Instant {
        let (seconds, attoseconds) = anchor.duration(to: .now).components
        return present.advanced(byMilliseconds: (seconds * 1_000_000 + attoseconds / 1_000_000_000_000) * factor / 1000)
    }

    func sleep(until instant: Instant) async throws {
        let rest = instant.milliseconds - now.milliseconds
        guard rest > 0 else { return }
        // A day is enough at once: whoever waits longer asks again.
        try await Task.sleep(for: .microseconds(min(rest, 86_400_000) * 1000 / factor + 1))
    }

    static func wallClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
