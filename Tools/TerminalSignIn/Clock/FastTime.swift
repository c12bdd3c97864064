import Foundation
import KeywayCore
import KeywayOrchestrator

/// A clock that runs faster than the wall clock by a factor; all processes with the same beginning and factor agree on its time.
///
/// Deadlines of minutes then pass in seconds, also while no process is there.
struct FastTime: Orchestrator.TimeSource {
    private let factor: Int64
    /// The time of this clock at `anchor`.
    private let present: Instant
    /// When this value was made.
    private let anchor = ContinuousClock.now

    /// - Parameters:
    ///   - beginning: when this clock and the wall clock said the same, in milliseconds since the beginning of 1970.
    ///   - factor: how many times as fast as the wall clock this clock runs.
    ///   - behind: by how many milliseconds somebody has set this clock back since.
    ///   - wall: the wall clock now, in milliseconds since the beginning of 1970.
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
        // At most a day of this clock, so that the product does not overflow; an orchestrator calls again where this returns early.
        try await Task.sleep(for: .microseconds(min(rest, 86_400_000) * 1000 / factor + 1))
    }

    static func wallClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
