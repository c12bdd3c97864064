package import KeywayCore

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
