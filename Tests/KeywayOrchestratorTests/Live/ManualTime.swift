import Keyway
import KeywayLog
import KeywayOrchestrator

/// A clock that a test moves; whoever sleeps wakes when it has come there.
final class ManualTime: Alarm {
    private struct State {
        var now = Instant(milliseconds: 0)
        var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var nextKey = 0
    }

    private let state = Lock(State())

    var now: Instant { state.withLock { $0.now } }

    func advance(byMilliseconds milliseconds: Int64) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(byMilliseconds: milliseconds)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }

    func sleep(until instant: Instant) async throws {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue: Bool? = state.withLock { state in
                    if state.cancelled.contains(key) { return nil }
                    if instant <= state.now { return true }
                    state.sleepers[key] = (instant, continuation)
                    return false
                }
                if isDue == true { continuation.resume() }
                if isDue == nil { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleepers.removeValue(forKey: key)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

/// A clock that a test moves, and that wakes nobody.
final class StillTime: Alarm {
    private let moment = Lock(Instant(milliseconds: 0))

    var now: Instant { moment.withLock { $0 } }

    func pass(_ milliseconds: Int64) { moment.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) } }

    func sleep(until instant: Instant) async throws { try await hang() }
}
