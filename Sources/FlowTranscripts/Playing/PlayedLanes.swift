import KeywayCore
import KeywayRuns

/// The lanes of a played run: its legs wait for each other, and for the other runs that the transcript lets stand there.
struct PlayedLanes {
    private var queue = LaneQueue()
    /// Granted, and not told yet, each with the instant of the grant.
    private var granted: [(request: LaneRequest, at: Instant)] = []
    /// What stands for any other run; it does nothing but stand in lines.
    private let other: RunID
    /// The requests of other runs, in the order in which they came.
    private var others: [LaneRequest] = []
    /// How many other runs have come, so that no two requests are equal.
    private var count = 0

    /// - Parameter providers: in their lines other runs stand before the run begins.
    init(beside run: RunID, occupied providers: [String]) {
        other = RunID(high: ~run.high, low: ~run.low)
        for provider in providers { occupy(provider, before: 0) }
    }

    /// A leg stands in a provider's line.
    mutating func ask(_ request: LaneRequest, at now: Instant) {
        if queue.ask(request) { grant(request, at: now) }
    }

    /// A leg gives its lane back, or leaves the line.
    mutating func free(_ request: LaneRequest, at now: Instant) {
        granted.removeAll { $0.request == request }
        if let next = queue.free(request) { grant(next, at: now) }
    }

    /// Another run stands in a provider's line.
    ///
    /// - Parameter sequence: that of the record which the played run writes next; it tells where in the log the other one asked.
    mutating func occupy(_ provider: String, before sequence: UInt64) {
        let request = LaneRequest(run: other, leg: 0, lane: count, sequence: sequence, provider: provider)
        count += 1
        others.append(request)
        _ = queue.ask(request)
    }

    /// The other run that has stood longest in a provider's line leaves it.
    mutating func freeOther(of provider: String, at now: Instant) {
        guard let place = others.firstIndex(where: { $0.provider == provider }) else { return }
        free(others.remove(at: place), at: now)
    }

    /// Another process goes on: whoever stood in a line stands there again, in the order of the log.
    mutating func standAgain(_ requests: [LaneRequest], at now: Instant) {
        queue = LaneQueue()
        granted = []
        // Sorting is stable: another run that asked before a record stands before the legs that ask with it.
        for request in (others + requests).sorted(by: { $0.sequence < $1.sequence }) { ask(request, at: now) }
    }

    /// When the next grant is told.
    var nextGrant: Instant? { granted.first?.at }

    mutating func takeGrant() -> LaneRequest? { granted.isEmpty ? nil : granted.removeFirst().request }

    /// A leg is told that it holds the lane; another run is not.
    private mutating func grant(_ request: LaneRequest, at now: Instant) {
        if request.run != other { granted.append((request, now)) }
    }
}
