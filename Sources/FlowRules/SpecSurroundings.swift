public import FlowMachine

/// What the rules ask beside the text of a spec: they read no disk, so their caller reads it for them.
public struct SpecSurroundings: Sendable {
    /// The flows that another flow may run as its sub-flows (`child`).
    public var flows: FlowDirectory
    /// The canonical bytes of the table that was released as a flow's version; nil where none was.
    public var releasedTable: @Sendable (_ flow: String, _ version: Int) -> [UInt8]?
    /// The models of a provider, one for each version of its SDK; none where the caller has not read them.
    public var models: @Sendable (_ provider: String) -> [ProviderModel]
    /// The sources that flows declare; nil where the caller has not read them.
    public var sources: @Sendable () -> Set<String>?
    /// The flows with an effect that `calls` the provider; nil where the caller has not read them.
    public var callers: @Sendable (_ provider: String) -> [Machine]?
    /// The flows with a source of this name; nil where the caller has not read them.
    package var listeners: @Sendable (_ source: String) -> [Machine]? = { _ in nil }
    /// The roles that flows have for the clauses of profiles; nil where the caller has not read the flows.
    package var roles: @Sendable () -> Set<String>? = { nil }

    /// Each default says that the caller has read nothing of that kind; then no rule judges by it.
    ///
    /// - Parameters:
    ///   - flows: finds the flows that may be children.
    ///   - releasedTable: gives the canonical bytes of the table that was released as this version of the flow; nil
    ///     where none was.
    ///   - models: gives the models of the provider, one for each version of its SDK; none where the caller has not
    ///     read them.
    ///   - sources: gives the names of the sources that flows declare; nil where the caller has not read them.
    ///   - callers: gives the flows with an effect that `calls` the provider; nil where the caller has not read them.
    public init(
        flows: FlowDirectory = .notSearched,
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
