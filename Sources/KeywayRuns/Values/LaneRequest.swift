package import KeywayCore

/// One place in a provider's line: a lane that a leg of a run asked for.
package struct LaneRequest: Hashable, Sendable {
    package let run: RunID
    /// By its position among the legs of the run.
    package let leg: Int
    /// By its position among the lanes of the leg's table.
    package let lane: Int
    /// The record that asked: it tells one request for a lane from the next one for the same lane.
    package let sequence: UInt64
    /// The name of the provider that the lane belongs to.
    package let provider: String

    package init(run: RunID, leg: Int, lane: Int, sequence: UInt64, provider: String) {
        self.run = run
        self.leg = leg
        self.lane = lane
        self.sequence = sequence
        self.provider = provider
    }
}
