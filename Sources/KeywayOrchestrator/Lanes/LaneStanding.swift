package import Keyway

/// One place in a provider's line: a lane of one leg of one run.
package struct LaneStanding: Hashable, Sendable {
    /// Two runs of one flow stand each for itself.
    package var run: RunID
    /// By its position among the legs of the run.
    package var leg: Int
    /// By its position among the lanes of the leg's table.
    package var lane: Int

    /// Tells one asking from another for the same lane.
    package var number: Int

    package init(run: RunID, leg: Int, lane: Int, number: Int = 0) {
        self.run = run
        self.leg = leg
        self.lane = lane
        self.number = number
    }
}
