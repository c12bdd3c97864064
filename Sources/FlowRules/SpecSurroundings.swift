public import FlowMachine

/// What lies around a spec; the rules read no disk, so whoever does hands it to them.
public struct SpecSurroundings: Sendable {
    /// The flows that may be children.
    public var flows: FlowDirectory
    /// The canonical bytes of the table that was released as a flow's version; nil where none was.
    public var releasedTable: @Sendable (_ flow: String, _ version: Int) -> [UInt8]?

    public init(
        flows: FlowDirectory = .unread,
        releasedTable: @escaping @Sendable (_ flow: String, _ version: Int) -> [UInt8]? = { _, _ in nil }
    ) {
        self.flows = flows
        self.releasedTable = releasedTable
    }
}
