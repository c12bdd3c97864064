/// An append as a shared log has it.
package struct SharedBlock: Sendable {
    /// Why a block cannot be read, and from where on.
    package struct Fault: Equatable, Sendable {
        /// The sequence of the record from which on nothing of the run can be read.
        package var first: UInt64
        /// The block is not as it was written, or a newer version of Keyway wrote it; with the place.
        package var reason: BlockFault
        /// The sequence of the run's next record, as the log says beside the block; nil where that could not be read either.
        package var end: UInt64?

        package init(first: UInt64, reason: BlockFault, end: UInt64? = nil) {
            self.first = first
            self.reason = reason
            self.end = end
        }
    }

    package var id: AppendID
    package var records: [Record]
    /// Why the block cannot be read; nil for a block that was read. A block that cannot be read has no records, and is
    /// the last one that a log gives of its run; other runs can still be read.
    package var fault: Fault?
    /// The device whose sources and lanes the run shares with other runs. Nil where the run has begun before, or shares none.
    package var device: DeviceID?
    /// What the run's key has opened, by the sequences of the records; empty in a block that a log gives.
    package var opened: [UInt64: [ClearField]] = [:]

    package init(id: AppendID, records: [Record], fault: Fault? = nil) {
        self.id = id
        self.records = records
        self.fault = fault
    }

    /// The sequence of the run's next record, if this is the last block that a log gives of its run; nil where nobody knows it.
    package var end: UInt64? {
        if let fault { return fault.end }
        return records.last.map { $0.sequence + 1 }
    }

    /// The version of the run's flow; nil unless the run begins with the block.
    package var version: FlowVersion? {
        if case .began(let beginning) = records.first?.content { beginning.version } else { nil }
    }
}
