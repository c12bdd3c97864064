import KeywayRuns

/// The queues for lanes in which a rehearsed run's legs stand, and the other runs that have to stand in them so that each grant comes
/// at the moment at which the exploration had it.
struct RehearsedLanes {
    /// A place in a provider's queue ("line" in this file).
    private struct Place {
        var provider: String
        /// The number of the moment at which it was asked for.
        var asked: Int
        /// The request of the run's own leg; nil where another run stands here.
        var request: LaneRequest?
        /// Whether the leg has its lane already.
        var isHeld = false
        /// Whether a leg of the same run asked directly before it, at the same moment: no other run can stand in between.
        var isDirectlyBehind = false
    }

    /// The places of all lines in one list, those of one line in its order.
    private var places: [Place] = []
    /// Other runs, each with the number of the moment before which it has to stand in the provider's line.
    private(set) var others: [(provider: String, moment: Int)] = []
    /// Whether a leg holds a lane at a moment at which its line cannot give it the lane, whichever other runs stand
    /// there.
    private(set) var hasTurnsOfNoLine = false

    /// Brings the lines to the run's requests at this moment: places of earlier ones are removed, new ones come last.
    mutating func follow(_ requests: [LaneRequest], at moment: Int) {
        places.removeAll { place in place.request.map { !requests.contains($0) } ?? false }
        for request in requests where !places.contains(where: { $0.request == request }) {
            let isDirectlyBehind = places.contains {
                $0.provider == request.provider && $0.request != nil && $0.asked == moment
            }
            places.append(
                Place(
                    provider: request.provider, asked: moment, request: request, isDirectlyBehind: isDirectlyBehind))
        }
    }

    /// Puts another run before each leg that is the first of its line and holds no lane, because something else comes
    /// first.
    ///
    /// - Parameter granted: the request whose lane is what comes; nil where something else comes.
    mutating func wait(besides granted: LaneRequest? = nil) {
        for (position, place) in places.enumerated().reversed() {
            guard let request = place.request, !place.isHeld, request != granted,
                !places[..<position].contains(where: { $0.provider == place.provider })
            else { continue }
            if place.isDirectlyBehind { hasTurnsOfNoLine = true }
            others.append((place.provider, place.asked))
            places.insert(Place(provider: place.provider, asked: place.asked), at: position)
        }
    }

    /// Gives a leg its lane, and returns how many other runs have to leave the line for that.
    mutating func grant(_ request: LaneRequest) -> Int {
        guard let position = places.firstIndex(where: { $0.request == request }) else { return 0 }
        let before = places[..<position].filter { $0.provider == request.provider }
        if before.contains(where: { $0.request != nil }) { hasTurnsOfNoLine = true }
        places[position].isHeld = true
        let count = places.count
        let line = places[..<position].filter { $0.provider != request.provider || $0.request != nil }
        places.replaceSubrange(..<position, with: line)
        return count - places.count
    }
}
