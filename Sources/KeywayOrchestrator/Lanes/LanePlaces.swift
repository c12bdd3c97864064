import Keyway

/// Where a run stands in the lines of providers now.
///
/// Each asking is a place of its own, so that a grant on its way to one that was given up is no grant of the next.
struct LanePlaces {
    private var places: [LaneStanding] = []
    private var count = 0

    /// A new place for a leg that asks for a lane.
    mutating func ask(for lane: Int, of leg: Int, in run: RunID) -> LaneStanding {
        count += 1
        let place = LaneStanding(run: run, leg: leg, lane: lane, number: count)
        places.append(place)
        return place
    }

    /// Gives up the leg's place for the lane; nil where it has none.
    mutating func free(_ lane: Int, of leg: Int) -> LaneStanding? {
        places.firstIndex { $0.lane == lane && $0.leg == leg }.map { places.remove(at: $0) }
    }

    func contains(_ place: LaneStanding) -> Bool { places.contains(place) }
}
