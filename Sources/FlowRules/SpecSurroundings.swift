public import FlowMachine

/// What lies around a spec; the rules read no disk, so whoever does hands it to them.
public struct SpecSurroundings: Sendable {
    /// The flows that may be children.
    public var flows: FlowDirectory
    /// The canonical bytes of the table that was released as a flow's version; nil where none was.
    public var releasedTable: @Sendable (_ flow: String, _ version: Int) -> [UInt8]?
    /// The models of a provider, one for each version of its SDK; none where nobody has looked.
    public var models: @Sendable (_ provider: String) -> [ProviderModel]
    /// The sources that flows declare; nil where nobody has looked.
    public var sources: @Sendable () -> Set<String>?
    /// The flows with an effect that `calls` the provider; nil where nobody has looked.
    public var callers: @Sendable (_ provider: String) -> [Machine]?

    /// Where nobody has looked, which is what each default says, nothing is judged by it.
    public init(
        flows: FlowDirectory = .unread,
        releasedTable: @escaping @Sendable (_ flow: String, _ version: Int) -> [UInt8]? = { _, _ in nil },
        models: @escaping @Sendable (_ provider: String) -> [ProviderModel] = { _ in [] },
        sources: @escaping @Sendable () -> Set<String>? = { nil },
        callers: @escaping @Sendable (_ provider: String) -> [Machine]? = { _ in nil }
    ) {
        self.flows = flows
        self.releasedTable = releasedTable
        self.models = models
        self.sources = sources
        self.callers = callers
    }
}
