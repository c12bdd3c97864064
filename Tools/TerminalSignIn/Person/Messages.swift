import KeywayLog

/// What the person's phone shows: the codes that were sent to it.
final class Messages: Sendable {
    private let latest = Lock<String?>(nil)

    /// The latest code; nil where none came while this process was there.
    var code: String? { latest.withLock { $0 } }

    func receive(_ code: String) { latest.withLock { $0 = code } }
}
