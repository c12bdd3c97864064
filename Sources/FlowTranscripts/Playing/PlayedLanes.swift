import KeywayCore
import KeywayRuns

/// The queues for the lanes of a run that is played from a transcript. Its legs wait for each other, and for other runs that take a lane
/// or leave it where a line of the transcript says so.
struct PlayedLanes {
    private var queue = LaneQueue()
    /// The requests that were granted and whose legs were not told yet, each with the instant of the grant.
    private var granted: [(request: LaneRequest, at: Instant)] = []
    /// One identity for all other runs, which do nothing but stand in queues; it only has to differ from the played run's.
    private let other: RunID
    /// The requests of other runs, in the order in which they came.
    private var others: [LaneRequest] = []
    /// How many other runs have come; the next one's number, so that no two requests are equal.
    private var count = 0

    /// Makes the queues, in which no leg of the run stands yet.
    ///
    /// - Parameter providers: those in whose queues other runs stand before the run begins, one for each such run.
    init(beside run: RunID, occupied providers: [String]) {
        other = RunID(high: ~run.high, low: ~run.low)
        for provider in providers { occupy(provider, before: 0) }
    }

    /// Puts a leg into its provider's queue.
    mutating func ask(_ request: LaneRequest, at now: Instant) {
        if queue.ask(request) { grant(request, at: now) }
    }

    /// Takes a request out of its queue; if it held the lane, the lane is granted to the next.
    mutating func free(_ request: LaneRequest, at now: Instant) {
        granted.removeAll { $0.request == request }
        if let next = queue.free(request) { grant(next, at: now) }
    }

    /// Puts another run into a provider's queue.
    ///
    /// - Parameter sequence: that of the record which the played run writes next, before which the other run asked.
    mutating func occupy(_ provider: String, before sequence: UInt64) {
        let request = LaneRequest(run: other, leg: 0, lane: count, sequence: sequence, provider: provider)
        count += 1
        others.append(request)
        _ = queue.ask(request)
    }

    /// Takes the other run that has stood longest in a provider's queue out of the queue.
    mutating func freeOther(of provider: String, at now: Instant) {
        guard let place = others.firstIndex(where: { $0.provider == provider }) else { return }
        free(others.remove(at: place), at: now)
    }

    /// Fills the queues anew where another process goes on: each request stands there again, in the order of the log.
    ///
    /// A leg that held its lane before is granted it again. The run machine drops such a grant, so that the leg is not told twice.
    ///
    /// - Parameter requests: those of the played run's legs that wait for a lane or hold one.
    mutating func standAgain(_ requests: [LaneRequest], at now: Instant) {
        queue = LaneQueue()
        granted = []
        // Swift's sorting is stable: another run that asked before a record stands before the legs that ask with it.
        for request in (others + requests).sorted(by: { $0.sequence < $1.sequence }) { ask(request, at: now) }
    }

    /// The providers in whose queues other runs stand, once for each such run, the earliest first.
    var occupied: [String] { others.map(\.provider) }

    /// The instant of the next grant that its leg is to be told; nil where there is none.
    var nextGrant: Instant? { granted.first?.at }

    /// The request whose leg is to be told next that it holds the lane; it counts as told from now on.
    mutating func takeGrant() -> LaneRequest? { granted.isEmpty ? nil : granted.removeFirst().request }

    /// Notes that a leg has to be told that it holds the lane; another run need not be.
    private mutating func grant(_ request: LaneRequest, at now: Instant) {
        if request.run != other { granted.append((request, now)) }
    }
}
