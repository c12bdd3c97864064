/// For each effect, whether a process that goes on with a run after a crash still knows all arguments of the effect's orders.
///
/// The log keeps plain values. It keeps personal and secret values too, encrypted, if the app has a key store and the flow asks for
/// them. An argument that the flow took from any other variable or field is gone. The answers are worked out once for a flow,
/// because searches ask at each restart that they try.
package struct KnownArguments: Sendable {
    /// What `completeness` answers, by the effects' positions: where the run has its personal and secret values again, and where not.
    private let withValues: [[Bool]]
    private let withoutValues: [[Bool]]

    /// The known arguments of a flow that runs as the root of its run.
    package init(of machine: Machine) {
        self.init(by: ArgumentSources(of: machine), of: 0)
    }

    private init(by sources: ArgumentSources, of flow: Int) {
        let effects = sources.flows[flow].machine.effects.indices
        withValues = effects.map { sources.completeness(of: $0, in: flow, withValues: true) }
        withoutValues = effects.map { sources.completeness(of: $0, in: flow, withValues: false) }
    }

    /// The known arguments of all flows of one run: of the flow itself, then of each sub-flow, each followed by its own sub-flows.
    package static func ofLegs(of machine: Machine) -> [KnownArguments] {
        let sources = ArgumentSources(of: machine)
        return sources.flows.indices.map { KnownArguments(by: sources, of: $0) }
    }

    /// Whether all arguments of an order of the effect are known: one answer, or both where both are possible.
    ///
    /// - Parameters:
    ///   - effect: the effect, by its position.
    ///   - hasValues: whether the run has its personal and secret values again; transient ones are gone in any case.
    package func completeness(of effect: Int, withValues hasValues: Bool) -> [Bool] {
        (hasValues ? withValues : withoutValues)[effect]
    }
}
