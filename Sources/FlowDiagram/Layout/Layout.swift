/// A diagram with a place for everything in it.
///
/// No two nodes, labels or names of groups overlap, a group holds what is in it and nothing else, and no line passes through a node, a
/// label or a name: each segment, the part of an edge inside one group, has a place of its own in every rank (row) that it passes.
package struct Layout: Sendable {
    /// A piece of one or more edges.
    package struct Line: Sendable {
        /// Which way the arrow's head looks, where there is one.
        package enum Arrow: Sendable { case none, down, up, left }

        /// All edges that share the piece, by their positions in the diagram.
        package var edges: [Int]
        /// The path, which leads the way of its edges: it begins at the end that is nearer to their beginning.
        package var path: Path
        /// The arrow's head at the end of the path.
        package var arrow: Arrow
        /// Whether the piece begins at a group's border and is meant for the whole group.
        package var beginsAtBorder: Bool
    }

    /// What stands beside an edge, in a frame of its own.
    package struct Label: Sendable {
        /// The edge, by its position in the diagram.
        package var edge: Int
        /// The frame of the label: as wide as its widest line, and as high as all of its lines.
        package var frame: Rectangle
        /// The lines of text, from top to bottom.
        package var lines: [Line]

        /// As much of a label as fits in one line.
        package struct Line: Hashable, Sendable {
            /// The text as a person reads it; whoever renders it escapes what the format needs escaped.
            package var text: String
            /// How many pixels the text is moved to the right; more than 0 where the line goes on from the line above.
            package var indent: Int
        }
    }

    /// The width of the page in pixels, with its margins.
    package var width: Int
    /// The height of the page in pixels, with its margins.
    package var height: Int
    /// The frames of the nodes, by their positions in the diagram; marks around a node stand outside of its frame.
    package var nodes: [Rectangle]
    /// The frames of the groups, by their positions in the diagram; an outer frame holds those in it.
    package var groups: [Rectangle]
    /// Where the groups' names stand, by the groups' positions in the diagram.
    package var titles: [Rectangle]
    /// The pieces of all edges; nodes and labels are drawn over them.
    package var lines: [Line]
    /// The labels, at most one for each edge.
    package var labels: [Label]

    /// Lays a diagram out from top to bottom.
    package init(_ diagram: Diagram) {
        let segments = EdgeSegments(diagram)
        let sketches = Sketches(diagram, segments)
        var ends = sketches.byGroup.mapValues { LineEnds($0, in: diagram) }
        var alignment = Alignment(sketches, in: diagram, ends)
        // Where lines end depends on where items stand, and the other way round. So both are improved in turns, three times, as further
        // turns change little.
        for _ in 0..<3 {
            for (group, axes) in alignment.axes { ends[group]?.settle(at: axes) }
            alignment = Alignment(sketches, in: diagram, ends, after: alignment)
        }
        func layout(of group: Int?, _ inner: [Int: GroupLayout]) -> GroupLayout? {
            guard let sketch = sketches.byGroup[group], let ends = ends[group] else { return nil }
            return GroupLayout(of: group, in: diagram, segments, sketch, ends, alignment, inner: inner)
        }
        var layouts: [Int: GroupLayout] = [:]
        // A group stands behind the one around it, so the innermost come first.
        for group in diagram.groups.indices.reversed() { layouts[group] = layout(of: group, layouts) }
        let whole = layout(of: nil, layouts)
        let none = Rectangle(x: 0, y: 0, width: 0, height: 0)
        width = alignment.borders[nil]?.right ?? 0
        height = whole?.height ?? 0
        nodes = Array(repeating: none, count: diagram.nodes.count)
        groups = Array(repeating: none, count: diagram.groups.count)
        titles = groups
        lines = []
        labels = []
        if let whole { gather(whole, dy: 0, layouts) }
    }

    /// Takes over what the group's layout has placed, moved down by `dy`, and then the layouts of the groups in it.
    private mutating func gather(_ layout: GroupLayout, dy: Int, _ layouts: [Int: GroupLayout]) {
        lines += layout.lines.map { line in
            var line = line
            line.path = line.path.moved(0, dy)
            return line
        }
        labels += layout.labels.map { label in
            var label = label
            label.frame = label.frame.moved(0, dy)
            return label
        }
        for (place, frame) in layout.blocks {
            switch place {
            case .node(let node): nodes[node] = frame.moved(0, dy)
            case .group(let group):
                groups[group] = frame.moved(0, dy)
                guard let inner = layouts[group] else { continue }
                titles[group] = inner.title.moved(0, frame.y + dy)
                gather(inner, dy: frame.y + dy, layouts)
            }
        }
    }
}
