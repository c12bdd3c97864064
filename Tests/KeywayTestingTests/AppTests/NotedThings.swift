import KeywayLog

/// What closures of a test noted, in that order.
final class NotedThings: Sendable {
    private let noted = Lock<[String]>([])

    var things: [String] { noted.withLock { $0 } }

    func note(_ thing: String) { noted.withLock { $0.append(thing) } }
}
