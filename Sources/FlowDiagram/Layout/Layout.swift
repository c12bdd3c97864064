/// A diagram with a place for everything in it.
///
/// No two nodes, labels or names of groups overlap, a group holds what is in it and nothing else, and no line passes through
/// any of them: each strand of an edge has a place of its own in every rank that it passes.
package struct Layout: Sendable {
    /// A piece of one or more edges.
    package struct Line: Sendable {
        package enum Arrow: Sendable { case none, down, up, left }

        package var edges: [Int]
        package var path: Path
        /// Where it points at its end.
        package var arrow: Arrow
        /// Whether it begins at a group's border and is meant for the whole group.
        package var beginsAtBorder: Bool
    }

    package struct Label: Sendable {
        package var edge: Int
        package var frame: Rectangle
        package var lines: [Line]

        package struct Line: Hashable, Sendable {
            package var text: String
            package var indent: Int
        }
    }

    package var width: Int
    package var height: Int
    /// By the nodes' places in the diagram; marks around a node stand outside of its frame.
    package var nodes: [Rectangle]
    package var groups: [Rectangle]
    /// Where the groups' names stand.
    package var titles: [Rectangle]
    package var lines: [Line]
    package var labels: [Label]

    /// Lays a diagram out from top to bottom.
    package init(_ diagram: Diagram) {
        var layouts: [Int: GroupLayout] = [:]
        let strands = Strands(diagram)
        // A group stands behind the one around it, so the innermost come first.
        for group in diagram.groups.indices.reversed() {
            layouts[group] = GroupLayout(of: group, in: diagram, strands, inner: layouts)
        }
        let whole = GroupLayout(of: nil, in: diagram, strands, inner: layouts)
        let none = Rectangle(x: 0, y: 0, width: 0, height: 0)
        width = whole.frame.width
        height = whole.frame.height
        nodes = Array(repeating: none, count: diagram.nodes.count)
        groups = Array(repeating: none, count: diagram.groups.count)
        titles = groups
        lines = []
        labels = []
        gather(whole, dx: 0, dy: 0, layouts)
    }

    private mutating func gather(_ layout: GroupLayout, dx: Int, dy: Int, _ layouts: [Int: GroupLayout]) {
        lines += layout.lines.map { line in
            var line = line
            line.path = line.path.moved(dx, dy)
            return line
        }
        labels += layout.labels.map { label in
            var label = label
            label.frame = label.frame.moved(dx, dy)
            return label
        }
        for (place, frame) in layout.blocks {
            switch place {
            case .node(let node): nodes[node] = frame.moved(dx, dy)
            case .group(let group):
                groups[group] = frame.moved(dx, dy)
                guard let inner = layouts[group] else { continue }
                titles[group] = inner.title.moved(frame.x + dx, frame.y + dy)
                gather(inner, dx: frame.x + dx, dy: frame.y + dy, layouts)
            }
        }
    }
}
