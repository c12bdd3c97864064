import Foundation
import Keyway
import KeywayOrchestrator

/// A clock that a test moves; whoever sleeps looks at it again and again.
final class ManualTime: Alarm, @unchecked Sendable {
    private let lock = NSLock()
    private var present = Instant(milliseconds: 0)

    var now: Instant { lock.withLock { present } }

    func advance(byMilliseconds milliseconds: Int64) {
        lock.withLock { present = present.advanced(byMilliseconds: milliseconds) }
    }

    func sleep(until instant: Instant) async throws {
        while now < instant { try await Task.sleep(for: .milliseconds(1)) }
    }
}
