package import KeywayCore

/// What a node asks of the log after a look at a run: to put off the next look until something of the run is due.
///
/// The log does so only if since then nobody has appended to the run or looked at it.
package struct Postponement: Equatable, Sendable {
    /// The run, and the look that the node has taken.
    package var look: RunToLookAt
    /// The sequence of the run's next record, as the node believes.
    package var next: UInt64
    /// When some node must look next, by the log's own clock; nil where nothing of the run happens by itself.
    package var promise: Instant?

    package init(_ look: RunToLookAt, next: UInt64, promise: Instant?) {
        self.look = look
        self.next = next
        self.promise = promise
    }
}
