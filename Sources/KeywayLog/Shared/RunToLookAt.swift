package import KeywayCore

/// A run at which some node must look, because the time of its promise, or of an earlier promise of it, has passed.
///
/// The log tells one node of the run, and no other before `wake`, unless an append promises an earlier time; any node may append to the
/// run meanwhile.
package struct RunToLookAt: Equatable, Sendable {
    package var run: RunID
    /// When the run is looked at again, by the log's clock, unless a `Postponement` or an append changes that. The time
    /// also tells this look from later ones.
    package var wake: Instant

    package init(run: RunID, wake: Instant) {
        self.run = run
        self.wake = wake
    }
}
