import FlowSearch
import Testing

@Suite("Exploring")
struct ExplorationTests {
    @Test("Exactly the nodes that can be reached are found, nearest first, with every step of theirs")
    func reachability() throws {
        for (seed, graph) in Graph.samples(400) {
            let exploration = try #require(Explorer.explore(graph).exploration)
            let distances = graph.distances()
            let found = exploration.configurations.map(\.node)
            #expect(Set(found) == Set(graph.nodes.filter { distances[$0] != nil }), "seed \(seed)")
            #expect(found.count == Set(found).count, "seed \(seed)")
            let foundDistances = found.compactMap { distances[$0] }
            #expect(foundDistances == foundDistances.sorted(), "seed \(seed)")
            #expect(exploration.depth == foundDistances.max() ?? 0, "seed \(seed)")
            #expect(exploration.stepCount == graph.edges.filter { distances[$0.from] != nil }.count, "seed \(seed)")
            #expect(graph.nodes.allSatisfy { exploration.contains(.init(node: $0)) == (distances[$0] != nil) })
        }
    }

    @Test("The run to a configuration is a run, and none is shorter")
    func shortestRuns() throws {
        for (seed, graph) in Graph.samples(400) {
            var exploration = try #require(Explorer.explore(graph).exploration)
            for (node, distance) in graph.distances().enumerated() {
                let run = exploration.shortestRun(to: Configuration(node: node))
                #expect(run?.stepCount == distance, "seed \(seed)")
                guard let run else { continue }
                #expect(graph.isRun(run) && run.last?.node == node, "seed \(seed)")
            }
        }
    }

    @Test("A search past its limit has no verdict and says how far it got; one at its limit is whole")
    func limits() throws {
        let system = TwoPhaseCommit(count: 3)
        #expect(Explorer.explore(system, limit: 288).exploration?.configurationCount == 288)
        guard case .stopped(let progress, let part) = Explorer.explore(system, limit: 287) else {
            Issue.record("288 configurations are more than 287")
            return
        }
        #expect(progress.configurations == 288)
        #expect((1..<288).contains(progress.expanded))
        #expect(part.configurationCount == 288 && part.contains(part.configurations[287]))
        #expect(progress.steps > 288 && (1...10).contains(progress.depth))
        #expect(Explorer.explore(system, limit: 0).exploration == nil)
        #expect(Explorer.explore(system, limit: -1).exploration == nil)
        #expect(Explorer.explore(Graph(first: [], edges: [], pending: []), limit: 0).exploration != nil)
    }

    @Test("Progress is told on the way, and grows")
    func progress() {
        var told: [Progress] = []
        _ = Explorer.explore(Counter(end: 140_000)) {
            told.append($0)
            return true
        }
        #expect(told.map(\.expanded) == [65_536, 131_072])
        #expect(told.map(\.configurations) == [65_537, 131_073])
        #expect(told.map(\.depth) == [65_535, 131_071])
    }

    @Test("A search stops where the observer of its progress asks for no more, and what it found is a part")
    func unwanted() throws {
        let system = Counter(end: 140_000)
        guard case .stopped(let progress, var part) = Explorer.explore(system, reporting: { _ in false }) else {
            Issue.record("the search went on")
            return
        }
        #expect(progress.configurations == 65_537)
        let last = try #require(part.configurations.last)
        #expect(part.shortestRun(to: last)?.stepCount == 65_536)
        #expect(system.beginnings().first.map { part.contains($0.target) } == true)
    }

    @Test("What a system has noted while it was explored comes back with the exploration")
    func memory() throws {
        let exploration = try #require(Explorer.explore(Counter(end: 100)).exploration)
        #expect(exploration.system.asked == 101)
    }
}

/// Counts up to `end`, and counts how often it was asked for steps.
private struct Counter: TransitionSystem {
    let end: UInt64
    var asked = 0

    init(end: UInt64) { self.end = end }

    func beginnings() -> [Step] { [Step(0, to: Configuration(low: 0))] }

    mutating func appendSteps(from configuration: Configuration, to steps: inout [Step]) {
        asked += 1
        if configuration.low < end { steps.append(Step(0, to: Configuration(low: configuration.low + 1))) }
    }
}
