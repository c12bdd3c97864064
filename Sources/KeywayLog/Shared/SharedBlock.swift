/// An append as a shared log has it.
package struct SharedBlock: Sendable {
    package var id: AppendID
    package var records: [Record]

    package init(id: AppendID, records: [Record]) {
        self.id = id
        self.records = records
    }
}
