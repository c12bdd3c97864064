@testable import FlowDiagram

/// What holds for every layout, checked on the geometry alone.
struct LayoutLaws {
    let diagram: Diagram
    let layout: Layout

    init(_ diagram: Diagram) {
        self.diagram = diagram
        layout = Layout(diagram)
    }

    /// A sentence for each law that is broken.
    var broken: [String] {
        overlaps + looseGroups + crossedBoxes + strayEnds + strayLabels + misplacedBoxes + levelBreaks
    }

    /// A box and what it is; lines must pass none of them.
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

    /// A group holds its nodes, its groups and their names, and overlaps nothing else.
    private var looseGroups: [String] {
        var broken: [String] = []
        for (position, group) in diagram.groups.enumerated() {
            let frame = layout.groups[position]
            if let parent = group.parent, !layout.groups[parent].holds(frame) {
                broken.append("\(group.name) leaves \(diagram.groups[parent].name)")
            }
            if !frame.holds(layout.titles[position]) { broken.append("\(group.name) does not hold its name") }
            for (node, box) in zip(diagram.nodes, layout.nodes) {
                let isInside = ancestors(of: node.group).contains(position)
                if isInside, !frame.holds(box) { broken.append("\(node.name) leaves \(group.name)") }
                if !isInside, frame.overlaps(box) { broken.append("\(node.name) touches \(group.name)") }
            }
            for other in diagram.groups.indices where other > position {
                if ancestors(of: other).contains(position) { continue }
                if frame.overlaps(layout.groups[other]) {
                    broken.append("\(group.name) touches \(diagram.groups[other].name)")
                }
            }
        }
        return broken
    }

    private func ancestors(of group: Int?) -> [Int] {
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
            for (start, end) in line.path.segments {
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

    /// Every edge begins and ends at its places, and its pieces hang together.
    private var strayEnds: [String] {
        diagram.edges.indices.compactMap { edge in
            let lines = lines(of: edge)
            let (from, to) = (frame(of: diagram.edges[edge].from), frame(of: diagram.edges[edge].to))
            guard let first = lines.first, let last = lines.last else { return "edge \(edge) is not drawn" }
            if lines.count != layout.lines.count(where: { $0.edges.contains(edge) }) { return "edge \(edge) is torn" }
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
        var next = rest.firstIndex { !ends.contains($0.path.start) || rest.count == 1 }
        while let position = next {
            let line = rest.remove(at: position)
            lines.append(line)
            next = rest.firstIndex { $0.path.start == line.path.end }
        }
        return lines
    }

    /// A label has a line of its own edge to its left, all along.
    private var strayLabels: [String] {
        let labelled = Set(layout.labels.map(\.edge))
        let missing = diagram.edges.indices.filter { !diagram.edges[$0].labels.isEmpty && !labelled.contains($0) }
        return missing.map { "edge \($0) has no label" }
            + layout.labels.compactMap { label in
                let own = layout.lines.filter { $0.edges.contains(label.edge) }.flatMap(\.path.segments)
                let besides = own.contains { start, end in
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
        let loose = (labels + nodes + titles).filter { !page.holds($0.frame) }.map { "\($0.name) leaves the page" }
        let points = layout.lines.flatMap { $0.path.segments.map(\.1) }
        return loose + (points.allSatisfy(page.contains) ? [] : ["a line leaves the page"])
    }

    /// Nodes of one group that share a rank stand side by side, others above each other.
    private var levelBreaks: [String] {
        var broken: [String] = []
        for (position, node) in diagram.nodes.enumerated() {
            for other in diagram.nodes.indices where other > position && diagram.nodes[other].group == node.group {
                let (one, two) = (layout.nodes[position], layout.nodes[other])
                if one.midY != two.midY, one.y < two.maxY, two.y < one.maxY {
                    broken.append("\(node.name) and \(diagram.nodes[other].name) share half a rank")
                }
            }
        }
        return broken
    }
}

extension Rectangle {
    func overlaps(_ other: Rectangle) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

    func holds(_ other: Rectangle) -> Bool {
        x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
    }

    func contains(_ point: Point) -> Bool { x <= point.x && point.x <= maxX && y <= point.y && point.y <= maxY }

    /// Whether the point lies on its border, or in it where the outline is no rectangle.
    func isTouched(by point: Point) -> Bool {
        contains(point) && (point.y == y || point.y == maxY || point.x == x || point.x == maxX)
    }

    /// Whether a straight line passes through its inside. Source: Liang, Barsky: A new concept for line clipping, 1984.
    func isCrossed(from start: Point, to end: Point) -> Bool {
        var (enters, leaves) = (0.0, 1.0)
        let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
        let sides = [
            (-dx, Double(start.x - x)), (dx, Double(maxX - start.x)), (-dy, Double(start.y - y)),
            (dy, Double(maxY - start.y)),
        ]
        for (step, room) in sides {
            if step == 0 {
                if room <= 0 { return false }
            } else if step < 0 {
                enters = max(enters, room / step)
            } else {
                leaves = min(leaves, room / step)
            }
        }
        return enters < leaves
    }
}

extension Path {
    /// The line in short straight pieces.
    var segments: [(Point, Point)] {
        var segments: [(Point, Point)] = []
        var from = start
        for piece in pieces {
            switch piece {
            case .straight(let end): segments.append((from, end))
            case .curve(let first, let second, let end):
                var last = from
                for step in 1...12 {
                    let point = Self.point(Double(step) / 12, from, first, second, end)
                    segments.append((last, point))
                    last = point
                }
            }
            from = piece.end
        }
        return segments
    }

    private static func point(_ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
        func blend(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
            let u = 1 - t
            let sum = u * u * u * Double(a) + 3 * u * u * t * Double(b) + 3 * u * t * t * Double(c)
            return Int((sum + t * t * t * Double(d)).rounded())
        }
        return Point(x: blend(a.x, b.x, c.x, d.x), y: blend(a.y, b.y, c.y, d.y))
    }
}
