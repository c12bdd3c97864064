import KeywayLog

/// The messages on the person's phone, of which only the latest code is kept.
final class Messages: Sendable {
    private let latest = Lock<String?>(nil)

    /// The latest code; nil where none has come since this process began.
    var code: String? { latest.withLock { $0 } }

    func receive(_ code: String) { latest.withLock { $0 = code } }
}
