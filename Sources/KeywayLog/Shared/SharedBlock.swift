/// An append as a shared log has it.
package struct SharedBlock: Sendable {
    package var id: AppendID
    package var records: [Record]

    package init(id: AppendID, records: [Record]) {
        self.id = id
        self.records = records
    }

    /// The version of the run's flow; nil unless the run begins with the block.
    package var version: FlowVersion? {
        if case .began(let beginning) = records.first?.content { beginning.version } else { nil }
    }
}
