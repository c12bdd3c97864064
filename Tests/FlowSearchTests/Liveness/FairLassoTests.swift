import FlowSearch
import Testing

@Suite("Fair runs that never end")
struct FairLassoTests {
    private static let facts = (0..<3).compactMap { Facts(number: $0) }

    @Test("There is a fair endless run without a fact exactly where the definition says so")
    func eventually() throws {
        var found = (lassos: 0, rests: 0, none: 0)
        for (seed, graph) in Graph.samples(600) {
            let exploration = try #require(Explorer.explore(graph).exploration)
            for fact in [[]] + Self.facts {
                for barred in [Facts(), Self.facts[2]] where barred != fact || fact == [] {
                    let lasso = exploration.fairLasso(without: fact, cyclingWithout: barred)
                    let distances = graph.distances(without: fact)
                    let nearest = graph.nodes.filter { node in
                        graph.pending[node].isEmpty
                            || graph.hasFairCycle(through: node, without: fact.union(barred))
                    }
                    .compactMap { distances[$0] }.min()
                    #expect(lasso?.approach.stepCount == nearest, "seed \(seed)")
                    guard let lasso else {
                        found.none += 1
                        continue
                    }
                    if lasso.rests { found.rests += 1 } else { found.lassos += 1 }
                    #expect(isRight(lasso, in: graph, without: fact, cyclingWithout: barred), "seed \(seed)")
                }
            }
        }
        // None of the three outcomes is rare, so each of them is tested.
        #expect(min(found.lassos, found.rests, found.none) > 100)
    }

    /// Whether the lasso is a fair run of the graph that never has one of `facts`, and on its cycle none of `barred`.
    private func isRight(
        _ lasso: Lasso, in graph: Graph, without facts: Facts, cyclingWithout barred: Facts
    ) -> Bool {
        guard graph.isRun(lasso.approach), let entry = lasso.approach.last?.node else { return false }
        guard (lasso.approach.moments + lasso.cycle).allSatisfy({ $0.facts.isDisjoint(with: facts) }) else {
            return false
        }
        guard !lasso.rests else { return graph.pending[entry].isEmpty }
        guard graph.isWalk(lasso.cycle, from: entry), lasso.cycle.last?.target.node == entry else { return false }
        let unmet = lasso.cycle.reduce(Obligations(rawValue: .max)) { unmet, step in
            unmet.intersection(graph.pending[step.target.node]).subtracting(step.touched)
        }
        return unmet.isEmpty && lasso.cycle.allSatisfy { $0.facts.isDisjoint(with: barred) }
    }

    @Test("With at most one obligation, no way round is shorter than the one that is shown")
    func shortestCycle() throws {
        // 0 leads to a ring of two and a ring of three; only the longer one touches the obligation.
        let obligation = try #require(Obligations(number: 0))
        func edge(_ from: Int, _ target: Int, touching: Obligations = []) -> Graph.Edge {
            .init(from: from, step: Step(0, to: Configuration(node: target), touching: touching))
        }
        let graph = Graph(
            first: [Step(0, to: Configuration(node: 0))],
            edges: [edge(0, 1), edge(1, 0), edge(0, 2), edge(2, 3, touching: obligation), edge(3, 0)],
            pending: .init(repeating: obligation, count: 4))
        var exploration = try #require(Explorer.explore(graph).exploration)
        let found = exploration.fairLasso()
        let lasso = try #require(found)
        #expect(lasso.cycle.map(\.target.node) == [2, 3, 0])
        #expect(lasso.approach.stepCount == 0)
    }

    @Test("After a search that was stopped, no question goes farther than that search, and what the part has is shown")
    func stoppedSearch() throws {
        func part(resting rungs: Set<UInt64>) throws -> Exploration<Ladder> {
            let outcome = Explorer.explore(Ladder(top: 100_000, rests: rungs), limit: 1_000)
            guard case .stopped(_, let part) = outcome else { throw Whole() }
            return part
        }
        #expect(try part(resting: [100_000]).fairLasso(without: []) == nil)
        #expect(try part(resting: [10, 100_000]).fairLasso(without: [])?.approach.stepCount == 10)
    }

    /// The search of the ladder was not stopped.
    private struct Whole: Error {}
}

/// Climbs from rung to rung up to the top.
private struct Ladder: TransitionSystem {
    let top: UInt64
    /// The rungs where nothing is pending, so that a run may rest there.
    let rests: Set<UInt64>

    func beginnings() -> [Step] { [Step(0, to: Configuration(low: 0))] }

    func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        if configuration.low < top { steps.append(Step(0, to: Configuration(low: configuration.low + 1))) }
    }

    func obligations(pendingIn configuration: Configuration) -> Obligations {
        Obligations(rawValue: rests.contains(configuration.low) ? 0 : 1)
    }
}
