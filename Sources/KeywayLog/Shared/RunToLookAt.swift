package import KeywayCore

/// A run whose promise has passed. The node that is told of it has the run to itself for one lease, as far as looking goes: any node
/// may still append to it.
package struct RunToLookAt: Equatable, Sendable {
    package var run: RunID
    /// When the run is looked at again, by the log's clock, unless it is put off: it tells this look from later ones.
    package var wake: Instant

    package init(run: RunID, wake: Instant) {
        self.run = run
        self.wake = wake
    }
}

/// A run that need not be looked at before some time, if nobody has moved it or looked since.
package struct Postponement: Equatable, Sendable {
    package var look: RunToLookAt
    /// The sequence of the run's next record.
    package var next: UInt64
    /// By the log's own clock; nil where nothing of the run happens by itself.
    package var promise: Instant?

    package init(_ look: RunToLookAt, next: UInt64, promise: Instant?) {
        self.look = look
        self.next = next
        self.promise = promise
    }
}
