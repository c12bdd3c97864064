/// The parameters of a flow, whose values may be chosen when a run begins.
public protocol FlowParameters: Hashable, Sendable {
    /// The values that the spec gives the parameters, for a run for which nobody chooses.
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
