@testable import FlowDiagram

/// What holds for every layout, checked on the geometry alone.
struct LayoutLaws {
    let diagram: Diagram
    let layout: Layout

    init(_ diagram: Diagram) { self.init(diagram, laidOut: Layout(diagram)) }

    init(_ diagram: Diagram, laidOut layout: Layout) {
        self.diagram = diagram
        self.layout = layout
    }

    /// A sentence for each law that is broken.
    var broken: [String] {
        overlaps + looseGroups + crossedBoxes + sharedWays + strayEnds + strayLabels + misplacedBoxes + levelBreaks
    }

    /// A rectangle of the drawing, with its name in messages. Lines may cross the frame of a group, and no other box.
    private struct Box {
        var name: String
        var frame: Rectangle
    }

    private var labels: [Box] {
        layout.labels.map { Box(name: "label \($0.lines.map(\.text).joined(separator: " "))", frame: $0.frame) }
    }

    private var nodes: [Box] {
        zip(diagram.nodes, layout.nodes).map { Box(name: "node \($0.name)", frame: $1) }
    }

    private var titles: [Box] { zip(diagram.groups, layout.titles).map { Box(name: "title \($0.name)", frame: $1) } }

    private var groups: [Box] { zip(diagram.groups, layout.groups).map { Box(name: "group \($0.name)", frame: $1) } }

    /// Nodes, labels and titles lie apart.
    private var overlaps: [String] {
        let boxes = (labels + nodes + titles).sorted { $0.frame.y < $1.frame.y }
        var broken: [String] = []
        for (place, box) in boxes.enumerated() {
            for other in boxes[(place + 1)...] {
                if other.frame.y >= box.frame.maxY { break }
                if box.frame.overlaps(other.frame) { broken.append("\(box.name) overlaps \(other.name)") }
            }
        }
        return broken
    }

    /// A group holds its nodes, its groups and their names, and overlaps no other node or group.
    private var looseGroups: [String] {
        var broken: [String] = []
        for (position, group) in diagram.groups.enumerated() {
            let frame = layout.groups[position]
            if let parent = group.parent, !layout.groups[parent].holds(frame) {
                broken.append("\(group.name) leaves \(diagram.groups[parent].name)")
            }
            if !frame.holds(layout.titles[position]) { broken.append("\(group.name) does not hold its name") }
            for (node, box) in zip(diagram.nodes, layout.nodes) {
                let isInside = containers(from: node.group).contains(position)
                if isInside, !frame.holds(box) { broken.append("\(node.name) leaves \(group.name)") }
                if !isInside, frame.overlaps(box) { broken.append("\(node.name) touches \(group.name)") }
            }
            for other in diagram.groups.indices where other > position {
                if containers(from: other).contains(position) { continue }
                if frame.overlaps(layout.groups[other]) {
                    broken.append("\(group.name) touches \(diagram.groups[other].name)")
                }
            }
        }
        return broken
    }

    /// The groups from this one to the outermost around it; none for nil.
    private func containers(from group: Int?) -> [Int] {
        var path: [Int] = []
        var next = group
        while let current = next {
            path.append(current)
            next = diagram.groups[current].parent
        }
        return path
    }

    /// No line passes through a node, a label or a title, its own label included.
    private var crossedBoxes: [String] {
        let boxes = (labels + nodes + titles).sorted { $0.frame.y < $1.frame.y }
        var broken: [String] = []
        for line in layout.lines {
            let name = line.edges.map { "\(diagram.edges[$0].from) to \(diagram.edges[$0].to)" }.first ?? ""
            for segment in line.path.segments {
                let (start, end) = (segment.start, segment.end)
                let (top, bottom) = (min(start.y, end.y), max(start.y, end.y))
                for box in boxes {
                    if box.frame.y > bottom { break }
                    if box.frame.maxY < top { continue }
                    if box.frame.isCrossed(from: start, to: end) { broken.append("\(name) crosses \(box.name)") }
                }
            }
        }
        return broken
    }

    /// No line lies along another, unless both begin in one point, or both end in one. Lines may cross.
    private var sharedWays: [String] {
        neighbours.compactMap { one, other in
            guard one.line.path.start != other.line.path.start, one.line.path.end != other.line.path.end,
                one.segments.contains(where: { part in other.segments.contains { part.runs(upon: $0) } })
            else { return nil }
            return "edges \(one.line.edges) run upon edges \(other.line.edges)"
        }
    }

    /// How often lines cross that have no edge in common.
    var crossings: Int {
        neighbours.reduce(0) { sum, pair in
            sum + pair.0.segments.reduce(0) { $0 + pair.1.segments.count(where: $1.crosses) }
        }
    }

    /// Each two lines without a common edge whose bounding rectangles touch.
    private var neighbours: [(DrawnLine, DrawnLine)] {
        let lines = layout.lines.map(DrawnLine.init)
        return lines.enumerated().flatMap { place, line in
            lines[(place + 1)...].filter {
                $0.reach.touches(line.reach) && $0.edges.isDisjoint(with: line.edges)
            }.map { (line, $0) }
        }
    }

    private struct DrawnLine {
        var line: Layout.Line
        var edges: Set<Int>
        var segments: [Segment]
        var reach: Rectangle

        init(_ line: Layout.Line) {
            self.line = line
            edges = Set(line.edges)
            segments = line.path.segments
            let points = [line.path.start] + segments.map(\.end)
            let (left, top) = (points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
            reach = Rectangle(
                x: left, y: top, width: (points.map(\.x).max() ?? 0) - left, height: (points.map(\.y).max() ?? 0) - top)
        }
    }

    /// Every edge begins and ends at its nodes or groups, each of its lines begins where the one before ends, and only the last has an
    /// arrow.
    private var strayEnds: [String] {
        diagram.edges.indices.compactMap { edge in
            let lines = lines(of: edge)
            let (from, to) = (frame(of: diagram.edges[edge].from), frame(of: diagram.edges[edge].to))
            guard let first = lines.first, let last = lines.last else { return "edge \(edge) is not drawn" }
            if lines.count != layout.lines.count(where: { $0.edges.contains(edge) }) { return "edge \(edge) has a gap" }
            if !from.isTouched(by: first.path.start) { return "edge \(edge) begins nowhere" }
            if !to.isTouched(by: last.path.end) { return "edge \(edge) ends nowhere" }
            let arrows = lines.count { $0.arrow != .none }
            return arrows == 1 && last.arrow != .none ? nil : "edge \(edge) has \(arrows) arrows"
        }
    }

    /// The edge's lines from its beginning, as far as each begins where the one before ends.
    private func lines(of edge: Int) -> [Layout.Line] {
        var rest = layout.lines.filter { $0.edges.contains(edge) }
        let ends = Set(rest.map(\.path.end))
        var lines: [Layout.Line] = []
        // The only line of a loop may end where it begins.
        var next = rest.firstIndex { !ends.contains($0.path.start) || rest.count == 1 }
        while let position = next {
            let line = rest.remove(at: position)
            lines.append(line)
            next = rest.firstIndex { $0.path.start == line.path.end }
        }
        return lines
    }

    /// Of each edge with labels a label is drawn. Along the label's whole left side runs an upright line of the same edge, but not at a
    /// loop.
    private var strayLabels: [String] {
        let labelled = Set(layout.labels.map(\.edge))
        let missing = diagram.edges.indices.filter { !diagram.edges[$0].labels.isEmpty && !labelled.contains($0) }
        return missing.map { "edge \($0) has no label" }
            + layout.labels.compactMap { label in
                let own = layout.lines.filter { $0.edges.contains(label.edge) }.flatMap(\.path.segments)
                let besides = own.contains { segment in
                    let (start, end) = (segment.start, segment.end)
                    let (top, bottom) = (min(start.y, end.y), max(start.y, end.y))
                    return start.x == end.x && top <= label.frame.y && label.frame.maxY <= bottom
                        && (1...12).contains(label.frame.x - start.x)
                }
                let isLoop = diagram.edges[label.edge].from == diagram.edges[label.edge].to
                return besides || isLoop ? nil : "the label of edge \(label.edge) stands alone"
            }
    }

    private func frame(of place: Diagram.Place) -> Rectangle {
        switch place {
        case .node(let node): layout.nodes[node]
        case .group(let group): layout.groups[group]
        }
    }

    /// Everything lies on the page.
    private var misplacedBoxes: [String] {
        let page = Rectangle(x: 0, y: 0, width: layout.width, height: layout.height)
        let loose = (labels + nodes + titles + groups).filter { !page.holds($0.frame) }.map {
            "\($0.name) leaves the page"
        }
        let points = layout.lines.flatMap { $0.path.segments.map(\.end) }
        return loose + (points.allSatisfy(page.contains) ? [] : ["a line leaves the page"])
    }

    /// Of two nodes of one group either both have their middles at one height, or one stands wholly above the other.
    private var levelBreaks: [String] {
        var broken: [String] = []
        for (position, node) in diagram.nodes.enumerated() {
            for other in diagram.nodes.indices where other > position && diagram.nodes[other].group == node.group {
                let (one, two) = (layout.nodes[position], layout.nodes[other])
                if one.midY != two.midY, one.y < two.maxY, two.y < one.maxY {
                    broken.append(
                        "\(node.name) and \(diagram.nodes[other].name) are neither level nor one above the other")
                }
            }
        }
        return broken
    }
}
