package import KeywayCore

/// Records of one run that a shared log appends together if the run still ends where the node believes, or not at all.
package struct SharedAppend: Sendable {
    package var id: AppendID
    package var run: RunID
    /// At least one, in order. The sequence of the first is what the run's next record must have: the expected version.
    package var records: [Record]
    /// The identity of the request by which the run begins: no second run begins by it. Nil unless the run begins with these records.
    package var request: String?
    /// The device on which the run plays; nil unless the run begins with these records, and for a run that shares nothing with others.
    package var device: DeviceID?
    /// A change of the row of the run's device, which must exist; the log does both the append and the change, or
    /// neither.
    package var change: DeviceChange?
    /// When some node must look at the run unless it has moved on by then; nil where nothing of the run happens by itself. It is a
    /// time of the log's own clock and not a span, so that an append which arrives late does not put it off.
    package var promise: Instant?
    /// Whether the run and all of its orders have ended.
    package var isOver: Bool
    /// Whether some record does more than take orders over.
    ///
    /// Only such an append sets the count of the run's dead lookers back to 0. Each looker may take orders over before
    /// it dies; the log must set the run aside all the same.
    package var movesRun: Bool
    /// The events among the records that have personal or secret values, in clear: to be encrypted with the run's key,
    /// and never given to a log.
    package var clear: [ClearEvent] = []
    /// Whether the run begins with these records, and needs a key from then on.
    package var needsKey = false

    package init(
        id: AppendID, run: RunID, records: [Record], request: String? = nil, promise: Instant?, isOver: Bool,
        movesRun: Bool
    ) {
        self.id = id
        self.run = run
        self.records = records
        self.request = request
        self.promise = promise
        self.isOver = isOver
        self.movesRun = movesRun
    }

    /// The sequence of the first record.
    package var first: UInt64 { records.first?.sequence ?? 0 }
}
