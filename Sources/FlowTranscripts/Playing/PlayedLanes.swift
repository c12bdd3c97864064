import KeywayCore
import KeywayRuns

/// The lanes of a played run, which is alone in its world: only its own legs wait for each other.
struct PlayedLanes {
    private var queue = LaneQueue()
    /// Granted, and not told yet, each with the instant of the grant.
    private var granted: [(request: LaneRequest, at: Instant)] = []

    /// A leg stands in a provider's line.
    mutating func ask(_ request: LaneRequest, at now: Instant) {
        if queue.ask(request) { granted.append((request, now)) }
    }

    /// A leg gives its lane back, or leaves the line.
    mutating func free(_ request: LaneRequest, at now: Instant) {
        granted.removeAll { $0.request == request }
        if let next = queue.free(request) { granted.append((next, now)) }
    }

    /// When the next grant is told.
    var nextGrant: Instant? { granted.first?.at }

    mutating func takeGrant() -> LaneRequest? { granted.isEmpty ? nil : granted.removeFirst().request }
}
