import KeywayLog

/// A condition that begins as false and may become true, for good; any thread may read and raise it.
final class Flag: Sendable {
    private let state = Lock(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
