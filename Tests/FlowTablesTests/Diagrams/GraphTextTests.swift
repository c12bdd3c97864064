import FlowDiagram
import FlowFixtures
import FlowMachine
import FlowTables
import Testing

/// The texts have nothing that the programs which read Mermaid and DOT would refuse.
@Suite("Graphs as text, of the shipped flows")
struct GraphTextTests {
    @Test("Mermaid declares every place of an edge once, closes every group, and joins no group with its inside")
    func mermaid() throws {
        for flow in try ShippedFlows.all() {
            let diagram = Diagram(drawing: flow)
            var open: [Substring] = []
            var groups: [Substring: [Substring]] = [:]
            var edges: [(Substring, Substring)] = []
            for line in diagram.mermaid.split(separator: "\n").dropFirst(2) {
                let line = line.drop { $0 == " " }
                if let edge = line.firstMatch(of: #/^(\w+)(?:\(.*\))? -->(?:\|"[^"]*"\|)? (\w+)$/#) {
                    edges.append((edge.output.1, edge.output.2))
                } else if let group = line.firstMatch(of: #/^subgraph (\w+)\["[^"]*"\]$/#) {
                    #expect(groups.updateValue(open, forKey: group.output.1) == nil)
                    open.append(group.output.1)
                } else if line == "end" {
                    #expect(open.popLast() != nil)
                } else {
                    let node = try #require(line.firstMatch(of: #/^(\w+)[\[({\/]+"[^"]*"[\])}\/]+$/#), "\(line)")
                    #expect(groups.updateValue(open, forKey: node.output.1) == nil)
                }
            }
            #expect(open.isEmpty)
            #expect(edges.count == diagram.edges.count + 1, "and one to where it begins")
            for (from, to) in edges where !from.hasPrefix("begin") {
                let (around, inside) = (try #require(groups[from]), try #require(groups[to]))
                #expect(!around.contains(to) && !inside.contains(from), "\(from) to \(to)")
            }
        }
    }

    @Test("DOT declares both ends of every edge, closes every group, and marks each kind of end by its shape")
    func dot() throws {
        for flow in try ShippedFlows.all() {
            let diagram = Diagram(joining: flow)
            let lines = diagram.dot.split(separator: "\n").map { $0.drop { $0 == " " } }
            #expect(lines.count { $0.hasSuffix("{") } == lines.count { $0 == "}" })
            let declared = Dictionary(
                lines.compactMap { line in
                    line.firstMatch(of: #/^"(\w+)"(?: \[(.*)\])?$/#).map { ($0.output.1, $0.output.2 ?? "") }
                }, uniquingKeysWith: { one, _ in one })
            #expect(declared.count == diagram.nodes.count)
            let edges = lines.compactMap { $0.firstMatch(of: #/^"(\w+)" -> "(\w+)"/#) }
            #expect(!edges.isEmpty && edges.count == lines.count { $0.contains(" -> ") })
            for edge in edges {
                #expect(declared[edge.output.1] != nil && declared[edge.output.2] != nil)
            }
            let shapes = diagram.nodes.map { (kind: $0.kind, shape: declared[Substring($0.name)] ?? "") }
            for (kind, shape) in shapes where shape.contains("peripheries") || shape.contains("double") {
                #expect([.success, .failure, .end].contains(kind))
                for other in shapes where other.kind != kind { #expect(other.shape != shape) }
            }
            #expect(
                flow.machine.states.count { $0.isFinal }
                    == shapes.count { $0.shape.contains("peripheries") || $0.shape.contains("double") })
        }
    }
}
