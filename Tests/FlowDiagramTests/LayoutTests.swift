import FlowFixtures
import KeywayTesting
import Testing

@testable import FlowDiagram

@Suite("Layout")
struct LayoutTests {
    @Test("Nothing overlaps, no line crosses a box, and every edge is whole", arguments: 1...60)
    func laws(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let nodes = Int.random(in: 1...14, using: &generator)
        let diagram = Diagram.random(
            seed: seed, nodes: nodes, edges: Int.random(in: 0...(2 * nodes), using: &generator),
            groups: Int.random(in: 0...5, using: &generator))
        #expect(LayoutLaws(diagram).broken == [], "seed \(seed)")
    }

    @Test("The laws notice a label on a line, a node on a node and lines that cross or run upon each other")
    func lawsCanFail() {
        let box = Rectangle(x: 10, y: 10, width: 20, height: 20)
        #expect(box.isCrossed(from: Point(x: 0, y: 15), to: Point(x: 40, y: 25)))
        #expect(!box.isCrossed(from: Point(x: 0, y: 0), to: Point(x: 9, y: 40)))
        #expect(!box.isCrossed(from: Point(x: 10, y: 0), to: Point(x: 10, y: 40)))
        #expect(box.overlaps(Rectangle(x: 29, y: 29, width: 5, height: 5)))
        #expect(!box.overlaps(Rectangle(x: 30, y: 10, width: 5, height: 5)))
        let upright = Segment(start: Point(x: 5, y: 0), end: Point(x: 5, y: 20))
        #expect(upright.crosses(Segment(start: Point(x: 0, y: 10), end: Point(x: 9, y: 10))))
        #expect(!upright.crosses(Segment(start: Point(x: 5, y: 10), end: Point(x: 9, y: 10))))
        #expect(upright.runs(upon: Segment(start: Point(x: 5, y: 30), end: Point(x: 5, y: 19))))
        #expect(!upright.runs(upon: Segment(start: Point(x: 5, y: 20), end: Point(x: 5, y: 30))))
    }

    @Test("Every edge outside of cycles leads down, and the first node stands on top")
    func layers() {
        var diagram = Diagram(title: "Down")
        let nodes = ["first", "second", "third", "fourth"].map { diagram.addNode($0) }
        for (from, to) in [(0, 1), (1, 2), (0, 2), (2, 3), (3, 1)] {
            diagram.addEdge(from: .node(nodes[from]), to: .node(nodes[to]), labels: ["\(from) to \(to)"])
        }
        let layout = Layout(diagram)
        let tops = layout.nodes.map(\.y)
        #expect(tops == tops.sorted() && Set(tops).count == 4)
        #expect(layout.lines.count { $0.arrow == .up } == 1)
    }

    @Test("Two ends of a fork are not crossed by their lines")
    func crossings() {
        var diagram = Diagram(title: "Fork")
        let top = ["a", "b", "c"].map { diagram.addNode($0) }
        let bottom = ["d", "e", "f"].map { diagram.addNode($0) }
        // In the order of the names every line would cross every other.
        for (from, to) in zip(top, bottom.reversed()) { diagram.addEdge(from: .node(from), to: .node(to)) }
        let x = Layout(diagram).nodes.map(\.midX)
        for (from, to) in zip(top, bottom.reversed()) { #expect(x[from] == x[to]) }
    }

    @Test("An empty diagram, one node, and groups with nothing in them have a layout")
    func small() {
        var diagram = Diagram(title: "Nothing")
        #expect(LayoutLaws(diagram).broken == [])
        let outer = diagram.addGroup("outer")
        diagram.addGroup("inner", in: outer)
        #expect(LayoutLaws(diagram).broken == [])
        diagram.addNode("alone", isInitial: true)
        #expect(LayoutLaws(diagram).broken == [])
    }

    @Test("An edge from a place to itself stands beside it with its labels")
    func loops() {
        var diagram = Diagram(title: "Loops")
        let group = diagram.addGroup("group")
        let node = diagram.addNode("node", in: group)
        diagram.addNode("other", in: group)
        diagram.addEdge(from: .node(node), to: .node(node), labels: ["again", "and again"])
        diagram.addEdge(from: .group(group), to: .group(group), labels: ["all over"])
        let laws = LayoutLaws(diagram)
        #expect(laws.broken == [])
        #expect(laws.layout.lines.map(\.arrow) == [.left, .left])
        #expect(laws.layout.labels.count == 2)
    }

    @Test("An edge of a group begins on its border, and leads into it as well as out of it")
    func borders() throws {
        var diagram = Diagram(title: "Borders")
        let group = diagram.addGroup("group")
        let inside = diagram.addNode("inside", in: group)
        let outside = diagram.addNode("outside")
        diagram.addEdge(from: .group(group), to: .node(inside), labels: ["in"])
        diagram.addEdge(from: .group(group), to: .node(outside), labels: ["out"])
        diagram.addEdge(from: .node(outside), to: .group(group), labels: ["back"])
        let laws = LayoutLaws(diagram)
        #expect(laws.broken == [])
        #expect(laws.layout.lines.count { $0.beginsAtBorder } == 2)
    }

    @Test("Edges of one group to one place leave it together")
    func bundles() {
        var diagram = Diagram(title: "Bundles")
        let group = diagram.addGroup("group")
        let end = diagram.addNode("end", .end)
        for name in ["a", "b", "c"] {
            diagram.addEdge(from: .node(diagram.addNode(name, in: group)), to: .node(end), labels: [name])
        }
        let arriving = Layout(diagram).lines.filter { $0.arrow != .none }
        #expect(arriving.map(\.edges) == [[0, 1, 2]])
    }

    @Test("The same diagram has the same picture")
    func repeated() {
        let diagram = Diagram.random(seed: 11, nodes: 12, edges: 24, groups: 3)
        #expect(diagram.svg == diagram.svg)
    }

    @Test("Sixty states in eight groups keep every law")
    func large() {
        #expect(LayoutLaws(Diagram.random(seed: 7, nodes: 60, edges: 120, groups: 8)).broken == [])
    }
}
