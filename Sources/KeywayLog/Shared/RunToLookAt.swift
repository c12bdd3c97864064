package import KeywayCore

/// A run whose promise has passed. No other node is told of it before `wake`; any node may append to it meanwhile.
package struct RunToLookAt: Equatable, Sendable {
    package var run: RunID
    /// When the run is looked at again, by the log's clock, unless a `Postponement` changes that. The time also tells
    /// this look from later ones.
    package var wake: Instant

    package init(run: RunID, wake: Instant) {
        self.run = run
        self.wake = wake
    }
}
