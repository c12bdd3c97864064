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

    /// Mistakes to plant in a layout, each with a part of the sentence by which a law must report it.
    private static let plants: [(sentence: String, plant: @Sendable (inout Layout) -> Void)] = [
        ("node left overlaps node right", { $0.nodes[1] = $0.nodes[2] }),
        ("group does not hold its name", { $0.groups[0].width = 2 }),
        ("left leaves group", { $0.groups[0].width = 2 }),
        ("crosses node top", { $0.nodes[0].height += 60 }),
        ("run upon", { $0.lines[$0.line(of: 0)].path = $0.lines[$0.line(of: 2)].path.moved(0, 2) }),
        ("edge 0 begins nowhere", { layout in layout.moveEdge(0, by: -90) }),
        ("edge 0 has 2 arrows", { layout in for line in layout.lines.indices { layout.lines[line].arrow = .down } }),
        ("edge 0 is not drawn", { $0.lines.removeAll { $0.edges.contains(0) } }),
        ("edge 0 has no label", { $0.labels.removeAll { $0.edge == 0 } }),
        ("the label of edge 0 stands alone", { $0.labels[0].frame.x += 300 }),
        ("node top leaves the page", { $0.nodes[0].x = -5 }),
        ("group group leaves the page", { $0.groups[0].width += $0.width }),
        ("left and right are neither level nor one above the other", { $0.nodes[1].y += 7 }),
    ]

    @Test("Each law names the mistake that is made on purpose", arguments: plants.indices)
    func lawsCanFail(plant: Int) {
        var diagram = Diagram(title: "Plants")
        let group = diagram.addGroup("group")
        let top = diagram.addNode("top")
        let (left, right) = (diagram.addNode("left", in: group), diagram.addNode("right", in: group))
        let bottom = diagram.addNode("bottom")
        for (from, to) in [(top, left), (top, right), (left, bottom), (right, bottom)] {
            diagram.addEdge(from: .node(from), to: .node(to), labels: ["\(from) to \(to)"])
        }
        #expect(LayoutLaws(diagram).broken == [])
        var layout = Layout(diagram)
        Self.plants[plant].plant(&layout)
        let broken = LayoutLaws(diagram, laidOut: layout).broken
        #expect(broken.contains { $0.contains(Self.plants[plant].sentence) }, "\(broken)")
    }

    @Test("What the laws are made of: boxes that overlap or are crossed, lines that cross or run upon each other")
    func geometry() {
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

    @Test("Nodes stand below those that lead to them, so that lines need not cross")
    func crossings() {
        var diagram = Diagram(title: "Three pairs")
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

    @Test("An equal diagram has the same picture", arguments: 1...20)
    func repeated(seed: UInt64) {
        func drawn() -> Diagram { Diagram.random(seed: seed, nodes: 12, edges: 24, groups: 3) }
        #expect(drawn().svg == drawn().svg)
    }

    @Test("Sixty states in eight groups keep every law")
    func large() {
        #expect(LayoutLaws(Diagram.random(seed: 7, nodes: 60, edges: 120, groups: 8)).broken == [])
    }
}

extension Layout {
    /// The position of the first line of an edge.
    fileprivate func line(of edge: Int) -> Int { lines.firstIndex { $0.edges.contains(edge) } ?? 0 }

    /// Moves all lines of an edge down.
    fileprivate mutating func moveEdge(_ edge: Int, by pixels: Int) {
        for line in lines.indices where lines[line].edges.contains(edge) {
            lines[line].path = lines[line].path.moved(0, pixels)
        }
    }
}
