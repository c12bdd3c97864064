/// What whoever begins a run of a flow may choose; a new one has what the spec says where nobody chooses.
public protocol FlowParameters: Hashable, Sendable {
    /// What a run has for which nobody chooses.
    init()

    /// In the order of the spec. A value outside its range is refused where the run begins.
    var values: [Value] { get }
}

/// The parameters of a flow that declares none.
public struct NoParameters: FlowParameters {
    /// There is nothing to choose.
    public init() {}

    /// None.
    public var values: [Value] { [] }
}
