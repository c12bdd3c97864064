import KeywayLog

/// Something that becomes true once.
final class Flag: Sendable {
    private let state = Lock(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
