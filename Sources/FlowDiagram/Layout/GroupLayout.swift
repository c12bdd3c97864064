/// One group, or the picture itself, from top to bottom; where its items stand from left to right is known.
///
/// Items are nodes, inner groups, labels and places where lines pass; a rank is a row of them. A segment is the part of an edge in this
/// group, and a link is a piece of a segment between neighbouring ranks.
struct GroupLayout {
    /// The frames of what is directly in the group: y counts from the group's upper border, x from the picture's left.
    private(set) var blocks: [(place: Diagram.Place, frame: Rectangle)] = []
    /// Where the group's name stands, counted as `blocks` are; of no size for the picture itself, which has no name.
    private(set) var title = Rectangle(x: 0, y: 0, width: 0, height: 0)
    private(set) var lines: [Layout.Line] = []
    private(set) var labels: [Layout.Label] = []
    /// The height of the group's box, in pixels.
    private(set) var height = 0

    private let group: Int?
    private let diagram: Diagram
    private let segments: [EdgeSegments.Segment]
    private let sketch: Sketch
    private let ends: LineEnds
    private let alignment: Alignment
    /// The axis of each item.
    private let x: [Int]
    /// The height of each item.
    private var heights: [Int]
    /// The top and the bottom of each rank.
    private var bands: [(top: Int, bottom: Int)] = []
    /// The y at which each link goes aside; nil for a link that is upright.
    private var turns: [Int?]

    init(
        of group: Int?, in diagram: Diagram, _ segments: EdgeSegments, _ sketch: Sketch, _ ends: LineEnds,
        _ alignment: Alignment, inner: [Int: GroupLayout]
    ) {
        self.group = group
        self.diagram = diagram
        self.segments = segments.inside[group] ?? []
        self.sketch = sketch
        self.ends = ends
        self.alignment = alignment
        x = alignment.axes[group] ?? sketch.items.map { _ in 0 }
        heights = sketch.items.map { item in
            guard case .block(.group(let group)) = item.role else { return item.height }
            return max(item.height, inner[group]?.height ?? 0)
        }
        turns = sketch.links.map { _ in nil }
        stackRanks()
        placeItems(inner)
        for (position, segment) in self.segments.enumerated() { draw(segment, along: sketch.chains[position]) }
        for (place, frame) in blocks { segments.loops[place].map { drawLoop($0, at: frame) } }
    }

    // MARK: - Down

    /// The x of the link's upper end.
    private func upperEnd(of link: Int) -> Int {
        let port = sketch.links[link].upperPort.flatMap { alignment.ports[$0] }
        return (port ?? x[sketch.links[link].upper]) + ends.offsets[link].upper
    }

    /// The x of the link's lower end.
    private func lowerEnd(of link: Int) -> Int {
        let port = sketch.links[link].lowerPort.flatMap { alignment.ports[$0] }
        return (port ?? x[sketch.links[link].lower]) + ends.offsets[link].lower
    }

    /// Gives each rank its top and bottom, with room for the lines between two ranks, and the group its height.
    private mutating func stackRanks() {
        var y = group == nil ? Measures.margin : 0
        var isFirst = true
        for rank in sketch.ranks.indices {
            let items = sketch.ranks[rank]
            if !items.isEmpty, !isFirst { y += openChannel(above: rank, from: y) }
            if !items.isEmpty { isFirst = false }
            let top = y
            y += items.map { heights[$0] }.max() ?? 0
            bands.append((top, y))
        }
        // Ports on the lower border have a rank of their own, the last one, with room for lines above it: then no padding is needed.
        if group == nil {
            y += Measures.margin
        } else if sketch.ports(in: sketch.ranks.count - 1).isEmpty || bands.count == 1 {
            y += Measures.groupPadding
        }
        height = y
    }

    /// Gives the links above a rank their tracks, and returns the pixels between this rank and the one above it.
    private mutating func openChannel(above rank: Int, from y: Int) -> Int {
        let links = sketch.ranks[rank].flatMap { sketch.above[$0] }
        let channel = EdgeChannel(links.map { .init(upper: upperEnd(of: $0), lower: lowerEnd(of: $0)) })
        for (link, track) in zip(links, channel.tracks) {
            turns[link] = track.map { y + Measures.clearance + $0 * Measures.trackSpacing }
        }
        // Odd ranks have labels: the gap between such a rank and the blocks above it is half as large.
        guard channel.trackCount > 0 else { return rank % 2 == 0 ? Measures.rankGap : Measures.rankGap / 2 }
        return 2 * Measures.clearance + (channel.trackCount - 1) * Measures.trackSpacing
    }

    private mutating func placeItems(_ inner: [Int: GroupLayout]) {
        for (position, item) in sketch.items.enumerated() {
            let (band, axis) = (bands[item.rank], x[position])
            let middle = (band.top + band.bottom) / 2
            switch item.role {
            case .block(.node(let node)):
                let size = diagram.size(of: node, lines: sketch.lineCount(at: position))
                blocks.append(
                    (
                        .node(node),
                        Rectangle(
                            x: axis - size.width / 2, y: middle - size.height / 2, width: size.width,
                            height: size.height)
                    ))
            case .block(.group(let group)):
                guard let border = alignment.borders[group], let height = inner[group]?.height else { continue }
                blocks.append(
                    (
                        .group(group),
                        Rectangle(
                            x: border.left, y: middle - height / 2, width: border.right - border.left, height: height)
                    ))
            case .title:
                let left = alignment.borders[group]?.left ?? 0
                title = Rectangle(
                    x: left + Measures.groupPadding - 6, y: 6, width: item.left + item.right - 8, height: 20)
            case .label(let segment): placeLabel(of: segments[segment], right: axis, in: band)
            case .passage, .port: break
            }
        }
    }

    /// Puts the labels of an edge to the right of its line, in the rank nearest to where the edge begins.
    private mutating func placeLabel(
        of segment: EdgeSegments.Segment, right axis: Int, in band: (top: Int, bottom: Int)
    ) {
        guard let edge = segment.edges.first, let size = diagram.labelSize(of: edge) else { return }
        let frame = Rectangle(
            x: axis + Measures.labelGap, y: segment.leadsDown ? band.top : band.bottom - size.height,
            width: size.width, height: size.height)
        labels.append(.init(edge: edge, frame: frame, lines: diagram.labelLines(of: edge)))
    }

    // MARK: - Lines

    /// Draws the segment as one line through its chain: the items of its ranks, from top to bottom.
    private mutating func draw(_ segment: EdgeSegments.Segment, along chain: [Int]) {
        let links = zip(chain, chain.dropFirst()).compactMap { upper, lower in
            sketch.below[upper].first { sketch.links[$0].lower == lower }
        }
        guard let first = links.first, let last = links.last else { return }
        var path = Path(start: Point(x: upperEnd(of: first), y: side(of: chain[0], isLower: true, first)))
        for link in links {
            let (upper, lower) = (sketch.items[sketch.links[link].upper], sketch.items[sketch.links[link].lower])
            path.goDown(to: Point(x: upperEnd(of: link), y: bands[upper.rank].bottom))
            path.goDown(to: Point(x: lowerEnd(of: link), y: bands[lower.rank].top), turningAt: turns[link])
        }
        path.goDown(to: Point(x: lowerEnd(of: last), y: side(of: chain[chain.count - 1], isLower: false, last)))
        lines.append(
            .init(
                edges: segment.edges, path: segment.leadsDown ? path : path.reversed,
                arrow: segment.isLast ? (segment.leadsDown ? .down : .up) : .none,
                beginsAtBorder: segment.beginsAtBorder))
    }

    /// The y at which a link meets the item: a block's lower or upper side, or the middle at a choice's side corner.
    private func side(of item: Int, isLower: Bool, _ link: Int) -> Int {
        switch sketch.items[item].role {
        case .block(let place):
            guard let frame = blocks.first(where: { $0.place == place })?.frame else { return 0 }
            if ends.atCorners.contains(link) { return frame.midY }
            return isLower ? frame.maxY : frame.y
        case .port(let port): return port.isAtTop ? 0 : height
        case .title, .passage, .label: return bands[sketch.items[item].rank].top
        }
    }

    /// Draws an edge from the block at `box` to itself, on the right side, with its labels.
    private mutating func drawLoop(_ edge: Int, at box: Rectangle) {
        let reach = Measures.loop + 4
        let (from, to) = (Point(x: box.maxX, y: box.midY - 9), Point(x: box.maxX, y: box.midY + 9))
        let path = Path(start: from, pieces: [.curve(from.moved(reach, -6), to.moved(reach, 6), to: to)])
        lines.append(.init(edges: [edge], path: path, arrow: .left, beginsAtBorder: false))
        guard let size = diagram.labelSize(of: edge) else { return }
        let frame = Rectangle(
            x: box.maxX + Measures.loop + 3, y: box.midY - size.height / 2, width: size.width, height: size.height)
        labels.append(.init(edge: edge, frame: frame, lines: diagram.labelLines(of: edge)))
    }
}

extension EdgeSegments.Segment {
    /// Whether its edge leaves a whole group.
    var beginsAtBorder: Bool {
        switch start {
        case .border(let port), .block(_, let port?):
            if case .beginning = port.aim { true } else { false }
        case .block(_, nil): false
        }
    }
}
