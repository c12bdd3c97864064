/// The edges of a diagram, cut where they cross the border of a group.
///
/// Each group is laid out by itself and then stands as one block in the group around it; a segment is the part of an edge
/// inside one group. Edges to the same place share their segments from the first common border on.
struct EdgeSegments {
    /// A place on a group's border where segments of inside and outside meet.
    struct Port: Hashable {
        /// Which edges share a port.
        enum Aim: Hashable {
            /// All edges that lead to this place.
            case place(Diagram.Place)
            /// One edge alone, which begins at the border itself: its first segment, with its labels, begins apart from all others.
            case beginning(edge: Int)
        }

        var group: Int
        var isAtTop: Bool
        var aim: Aim
    }

    /// One end of a segment.
    enum Terminal: Hashable {
        /// A node, or a group at its border; the port is the group's, and nil for a node.
        case block(Diagram.Place, Port?)
        /// The border of the group in which the segment runs, seen from inside.
        case border(Port)
    }

    /// The part inside one group of an edge, or of several edges to the same place.
    struct Segment {
        var start: Terminal
        var finish: Terminal
        var leadsDown: Bool
        var edges: [Int]
        /// Whether the edge's labels stand beside the segment, which is its first one.
        var bearsLabels: Bool
        /// Whether the segment ends where the edge ends, so that it has the arrow.
        var isLast: Bool
    }

    /// The segments by the group in which they run; the key nil is the picture itself.
    private(set) var inside: [Int?: [Segment]] = [:]
    /// The nodes and groups directly in a group, in the order in which the diagram names them.
    private(set) var blocks: [Int?: [Diagram.Place]] = [:]
    /// How far down each block stands among those of its group, by the edges between them; 0 is the top.
    private(set) var levels: [Diagram.Place: Int] = [:]
    /// For each place with an edge to itself, the position of this edge.
    private(set) var loops: [Diagram.Place: Int] = [:]

    private let diagram: Diagram
    /// The segments that edges may share, by their ends, each with its position among those of its group.
    private var known: [Ends: Int] = [:]

    /// Edges with equal ends in a group share a segment there.
    private struct Ends: Hashable {
        var group: Int?
        var start: Terminal
        var finish: Terminal
    }

    /// An edge as it leads between two blocks of one group: each block is, or holds, one end of the edge.
    struct BlockEdge {
        var from: Diagram.Place
        var to: Diagram.Place
    }

    init(_ diagram: Diagram) {
        self.diagram = diagram
        listBlocks()
        rankBlocks()
        for edge in diagram.edges.indices { cut(edge) }
    }

    // MARK: - Blocks

    /// Fills `blocks`: in each group its nodes and inner groups, a group standing where the first node inside it would.
    private mutating func listBlocks() {
        var first: [Diagram.Place: Int] = [:]
        for node in diagram.nodes.indices {
            first[.node(node)] = node
            for case let group? in diagram.containers(from: diagram.nodes[node].group) {
                first[.group(group)] = first[.group(group)] ?? node
            }
        }
        let places =
            diagram.nodes.indices.map { Diagram.Place.node($0) }
            + diagram.groups.indices.map { Diagram.Place.group($0) }
        let order = places.enumerated().sorted {
            (first[$0.element] ?? .max, $0.offset) < (first[$1.element] ?? .max, $1.offset)
        }
        for place in order.map(\.element) { blocks[diagram.group(around: place), default: []].append(place) }
    }

    /// Fills `levels` from the edges between the blocks of each group.
    private mutating func rankBlocks() {
        var edges: [Int?: [BlockEdge]] = [:]
        // The blocks that an edge from outside their group leads to or into, and those in which a run begins: at these `Levels` begins
        // the search that cuts cycles.
        var entered: Set<Diagram.Place> = []
        for edge in diagram.edges where edge.from != edge.to {
            let common = commonGroup(edge.from, edge.to)
            let (from, to) = (block(of: edge.from, in: common), block(of: edge.to, in: common))
            if let from, let to, from != to { edges[common, default: []].append(BlockEdge(from: from, to: to)) }
            var place = edge.to
            while let group = diagram.group(around: place), group != common {
                entered.insert(place)
                place = .group(group)
            }
        }
        for node in diagram.nodes.indices where diagram.nodes[node].isInitial {
            entered.insert(.node(node))
            for case let group? in diagram.containers(from: diagram.nodes[node].group) { entered.insert(.group(group)) }
        }
        for (group, blocks) in blocks {
            let levels = Levels(blocks, edges: edges[group] ?? [], entered: entered)
            self.levels.merge(levels.levels) { level, _ in level }
        }
    }

    /// The innermost group in which the edge between the two runs.
    private func commonGroup(_ from: Diagram.Place, _ to: Diagram.Place) -> Int? {
        let around = containers(of: from)
        return containers(of: to).first(where: around.contains) ?? nil
    }

    /// The groups around the place, from inside to outside. For a group the list begins with the group itself, because an edge may come to
    /// its border from inside.
    private func containers(of place: Diagram.Place) -> [Int?] {
        let around = diagram.containers(from: diagram.group(around: place))
        if case .group(let group) = place { return [group] + around }
        return around
    }

    /// The block of the group that is the place or holds it; nil where the place is the group itself.
    private func block(of place: Diagram.Place, in group: Int?) -> Diagram.Place? {
        if let group, place == .group(group) { return nil }
        var block = place
        while let around = diagram.group(around: block), around != group { block = .group(around) }
        return block
    }

    // MARK: - Cutting

    /// Cuts the edge at each border that it crosses: on its way out to the innermost group that holds both ends, and then on its way in.
    private mutating func cut(_ edge: Int) {
        let (from, to) = (diagram.edges[edge].from, diagram.edges[edge].to)
        guard from != to else {
            loops[from] = edge
            return
        }
        let common = commonGroup(from, to)
        let leadsDown = leadsDown(from, to, in: common)
        var group = diagram.group(around: from)
        var start: Terminal
        if let common, from == .group(common) {
            // From the border of the common group itself the edge leads down inside the group, so it begins at the top.
            group = common
            start = .border(Port(group: common, isAtTop: true, aim: .beginning(edge: edge)))
        } else {
            start = .block(from, port(on: from, isAtTop: !leadsDown, aim: .beginning(edge: edge)))
        }
        var isFirst = true
        while group != common, let left = group {
            let port = Port(group: left, isAtTop: !leadsDown, aim: .place(to))
            add(edge, in: left, start, .border(port), leadsDown, isFirst: isFirst)
            start = .block(.group(left), port)
            group = diagram.groups[left].parent
            isFirst = false
        }
        if let common, to == .group(common) {
            // To the border of the common group itself the edge leads down inside the group too, so it ends at the bottom.
            let port = Port(group: common, isAtTop: false, aim: .place(to))
            add(edge, in: common, start, .border(port), true, isFirst: isFirst, isLast: true)
            return
        }
        for entered in path(from: common, to: to) {
            let port = Port(group: entered, isAtTop: leadsDown, aim: .place(to))
            add(
                edge, in: diagram.groups[entered].parent, start, .block(.group(entered), port), leadsDown,
                isFirst: isFirst)
            start = .border(port)
            isFirst = false
        }
        let port = port(on: to, isAtTop: leadsDown, aim: .place(to))
        add(edge, in: diagram.group(around: to), start, .block(to, port), leadsDown, isFirst: isFirst, isLast: true)
    }

    /// Whether the edge runs down inside the group: always from or to the group's own border, else if its target's block stands no higher.
    private func leadsDown(_ from: Diagram.Place, _ to: Diagram.Place, in group: Int?) -> Bool {
        guard let from = block(of: from, in: group), let to = block(of: to, in: group) else { return true }
        return levels[from, default: 0] <= levels[to, default: 0]
    }

    /// The port by which an edge meets the place; nil for a node.
    private func port(on place: Diagram.Place, isAtTop: Bool, aim: Port.Aim) -> Port? {
        if case .group(let group) = place { Port(group: group, isAtTop: isAtTop, aim: aim) } else { nil }
    }

    /// The groups that are entered on the way to the place, outermost first.
    private func path(from group: Int?, to place: Diagram.Place) -> [Int] {
        let around = diagram.containers(from: diagram.group(around: place))
        return around.prefix { $0 != group }.compactMap { $0 }.reversed()
    }

    /// Adds a segment for the edge, or adds the edge to a segment with the same ends.
    private mutating func add(
        _ edge: Int, in group: Int?, _ start: Terminal, _ finish: Terminal, _ leadsDown: Bool, isFirst: Bool,
        isLast: Bool = false
    ) {
        let ends = Ends(group: group, start: start, finish: finish)
        // A first segment is not shared, because it bears the labels of its own edge.
        if let position = known[ends], !isFirst {
            inside[group, default: []][position].edges.append(edge)
            return
        }
        if !isFirst { known[ends] = inside[group]?.count ?? 0 }
        inside[group, default: []].append(
            Segment(
                start: start, finish: finish, leadsDown: leadsDown, edges: [edge], bearsLabels: isFirst, isLast: isLast
            ))
    }
}
