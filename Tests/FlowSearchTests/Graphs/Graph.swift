import FlowSearch

/// A system that is written down edge by edge.
struct Graph: TransitionSystem {
    struct Edge: Hashable {
        var from: Int
        var step: Step
    }

    /// The steps with which a run may begin.
    var first: [Step]
    var edges: [Edge]
    /// Of each node, the obligations that are pending there.
    var pending: [Obligations]

    var nodes: Range<Int> { pending.indices }

    init(first: [Step], edges: [Edge], pending: [Obligations]) {
        self.first = first
        self.edges = edges
        self.pending = pending
    }

    func beginnings() -> [Step] { first }

    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        for edge in edges where edge.from == configuration.node { steps.append(edge.step) }
    }

    func obligations(pendingIn configuration: Configuration) -> Obligations { pending[configuration.node] }
}

extension Configuration {
    /// The lowest bit of the node is in the low word and the others are far up in the high word, so that both words count.
    init(node: Int) { self.init(low: UInt64(node & 1), high: UInt64(node >> 1) << 40) }

    var node: Int { Int(high >> 40) << 1 | Int(low) }
}
