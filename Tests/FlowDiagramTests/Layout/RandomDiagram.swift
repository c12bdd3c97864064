import FlowFixtures
import KeywayTesting

@testable import FlowDiagram

extension Diagram {
    /// A diagram that follows from its seed: groups in groups, all kinds of node, edges between any places.
    static func random(seed: UInt64, nodes: Int, edges: Int, groups: Int) -> Diagram {
        var generator = SeededGenerator(seed: seed)
        var diagram = Diagram(title: "Random \(seed)", summary: "A diagram for a test.")
        for group in 0..<groups {
            let parent = Int.random(in: -1..<max(1, group), using: &generator)
            diagram.addGroup("group\(group)", in: parent >= 0 && parent < group ? parent : nil)
        }
        for node in 0..<nodes {
            let group = Int.random(in: -1..<max(1, groups), using: &generator)
            let kind = Kind.allCases.randomElement(using: &generator) ?? .state
            let name = String(repeating: "n", count: Int.random(in: 1...12, using: &generator)) + "\(node)"
            diagram.addNode(name, kind, in: group >= 0 && group < groups ? group : nil, isInitial: node == 0)
        }
        for edge in 0..<edges {
            let words = (0..<Int.random(in: 0...3, using: &generator)).map { word in
                String(repeating: "event ", count: Int.random(in: 1...6, using: &generator)) + "\(edge).\(word)"
            }
            diagram.addEdge(
                from: diagram.randomPlace(&generator), to: diagram.randomPlace(&generator), labels: words)
        }
        return diagram
    }

    private func randomPlace(_ generator: inout SeededGenerator) -> Place {
        if nodes.isEmpty || (!groups.isEmpty && Int.random(in: 0..<6, using: &generator) == 0) {
            return .group(Int.random(in: groups.indices, using: &generator))
        }
        return .node(Int.random(in: nodes.indices, using: &generator))
    }
}
