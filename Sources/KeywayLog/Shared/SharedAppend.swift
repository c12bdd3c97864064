package import KeywayCore

/// Records of one run that a shared log appends together if the run still ends where the node believes, or not at all.
package struct SharedAppend: Sendable {
    package var id: AppendID
    package var run: RunID
    /// At least one, in order. The sequence of the first is what the run's next record must have: the expected version.
    package var records: [Record]
    /// The identity of the request by which the run begins: no second run begins by it. Nil unless the run begins with these records.
    package var request: String?
    /// The device whose sources and lanes the run shares with other runs. Nil where the run has begun before, or shares none.
    package var device: DeviceID?
    /// A change of the row that the log has of the run's device. The row must exist; the log does both the append and
    /// the change, or neither.
    package var change: DeviceChange?
    /// When some node must look at the run unless it has gone on by then; nil where nothing of the run happens by itself. It is a
    /// time of the log's own clock and not a span, so that an append which arrives late does not put it off.
    package var promise: Instant?
    /// Whether the run and all of its orders have ended.
    package var isOver: Bool
    /// Whether some record does more than take orders over.
    ///
    /// The log counts the nodes that have looked at the run and died since, and sets the run aside after a few of them.
    /// Of the appends only one that does more sets the count back to 0: each of these nodes may have taken orders over
    /// before it died.
    package var movesRun: Bool
    /// The events among the records that have personal or secret values, in clear, for whatever encrypts them with the
    /// run's key. No log gets them.
    package var clear: [ClearEvent] = []
    /// Whether the run begins with these records, and needs a key from then on.
    package var needsKey = false

    package init(
        id: AppendID, run: RunID, records: [Record], request: String? = nil, promise: Instant?, isOver: Bool,
        movesRun: Bool
    ) {
        precondition(!records.isEmpty, "an append has at least one record")
        self.id = id
        self.run = run
        self.records = records
        self.request = request
        self.promise = promise
        self.isOver = isOver
        self.movesRun = movesRun
    }

    /// The sequence of the first record.
    package var first: UInt64 { records[0].sequence }
}
