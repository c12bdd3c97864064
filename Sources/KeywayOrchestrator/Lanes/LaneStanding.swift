package import Keyway

/// One place in a provider's line: a lane of one leg of one run.
package struct LaneStanding: Hashable, Sendable {
    package var run: RunID
    package var leg: Int
    package var lane: Int

    package init(run: RunID, leg: Int, lane: Int) {
        self.run = run
        self.leg = leg
        self.lane = lane
    }
}
