import FlowSearch

/// What the explorer finds, computed straight from the definitions and without regard for speed.
extension Graph {
    /// For each node the fewest steps from a beginning, without steps that have one of the facts; nil where no such way leads there.
    func distances(without facts: Facts = []) -> [Int?] {
        var distances = [Int?](repeating: nil, count: nodes.count)
        for step in first where step.facts.isDisjoint(with: facts) { distances[step.target.node] = 0 }
        for _ in nodes {
            for edge in edges where edge.step.facts.isDisjoint(with: facts) {
                guard let there = distances[edge.from] else { continue }
                distances[edge.step.target.node] = min(distances[edge.step.target.node] ?? .max, there + 1)
            }
        }
        return distances
    }

    /// Whether some walk from the node back to it meets each obligation: one of its steps touches the obligation, or in one of its nodes
    /// the obligation is not pending.
    func hasFairCycle(through node: Int, without facts: Facts) -> Bool {
        struct Place: Hashable {
            var node: Int
            var met: Obligations
        }
        let all = pending.reduce(into: Obligations()) { $0.formUnion($1) }
        func met(at node: Int) -> Obligations { all.subtracting(pending[node]) }
        var known: Set<Place> = []
        var open = [Place(node: node, met: met(at: node))]
        while let place = open.popLast() {
            for edge in edges where edge.from == place.node && edge.step.facts.isDisjoint(with: facts) {
                let target = edge.step.target.node
                let next = Place(node: target, met: place.met.union(edge.step.touched).union(met(at: target)))
                if target == node, next.met.isSuperset(of: all) { return true }
                if known.insert(next).inserted { open.append(next) }
            }
        }
        return false
    }

    /// Whether the run goes from a beginning along edges of the graph.
    func isRun(_ run: Run) -> Bool {
        guard let beginning = run.moments.first else { return false }
        return first.contains(beginning) && isWalk(Array(run.moments.dropFirst()), from: beginning.target.node)
    }

    func isWalk(_ steps: [Step], from start: Int) -> Bool {
        var node = start
        for step in steps {
            guard edges.contains(Edge(from: node, step: step)) else { return false }
            node = step.target.node
        }
        return true
    }
}
