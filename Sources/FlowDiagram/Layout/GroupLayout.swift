/// One group, or the picture itself, laid out from the layouts of the groups in it.
struct GroupLayout {
    /// Its border; everything else lies relative to its upper left corner.
    private(set) var frame = Rectangle(x: 0, y: 0, width: 0, height: 0)
    private(set) var title = Rectangle(x: 0, y: 0, width: 0, height: 0)
    private(set) var blocks: [(Diagram.Place, Rectangle)] = []
    private(set) var lines: [Layout.Line] = []
    private(set) var labels: [Layout.Label] = []
    /// Where on the border lines pass.
    private(set) var ports: [Strands.Port: Int] = [:]

    private let group: Int?
    private let diagram: Diagram
    private let strands: [Strands.Strand]
    private let loops: [Diagram.Place: Int]
    private var sketch: Sketch
    /// The top and the bottom of each rank.
    private var bands: [(top: Int, bottom: Int)] = []
    /// How far aside from the items' axes each link ends.
    private var offsets: [(upper: Int, lower: Int)] = []
    /// The links of strands that lead down.
    private var downward: Set<Int> = []
    /// The links that meet a choice at its left or right corner.
    private var linksToSides: Set<Int> = []

    init(of group: Int?, in diagram: Diagram, _ strands: Strands, inner: [Int: GroupLayout]) {
        self.group = group
        self.diagram = diagram
        self.strands = strands.inside[group] ?? []
        loops = strands.loops
        sketch = Sketch(of: group, in: diagram, strands, inner: inner)
        Ordering.order(&sketch)
        Positions.place(&sketch)
        spreadLines()
        stackRanks()
        placeItems()
        draw()
        for place in strands.blocks[group] ?? [] { drawLoop(at: place) }
    }

    // MARK: - Across

    /// Lets each line meet a node where it need not bend, in order and not too close.
    private mutating func spreadLines() {
        offsets = sketch.links.map { ($0.upperOffset, $0.lowerOffset) }
        var next = 0
        for (chain, strand) in zip(sketch.chains, strands) {
            if strand.leadsDown { downward.formUnion(next..<(next + chain.count - 1)) }
            next += chain.count - 1
        }
        for (position, item) in sketch.items.enumerated() {
            guard case .block(.node(let node)) = item.role else { continue }
            let half = diagram.size(of: node, lines: lineCount(at: position)).width / 2
            guard diagram.nodes[node].kind != .choice else {
                meetCorners(of: position, half: half)
                continue
            }
            let reach = max(0, half - diagram.inset(of: node))
            spread(sketch.above[position], at: item, reach: reach, upper: false)
            spread(sketch.below[position], at: item, reach: reach, upper: true)
        }
    }

    /// A choice is entered at its upper corner and left at its lower one; lines against the stream meet the corners aside.
    private mutating func meetCorners(of item: Int, half: Int) {
        for link in sketch.above[item] where !downward.contains(link) {
            offsets[link].lower = sketch.items[sketch.links[link].upper].x < sketch.items[item].x ? -half : half
            linksToSides.insert(link)
        }
        for link in sketch.below[item] where !downward.contains(link) {
            offsets[link].upper = sketch.items[sketch.links[link].lower].x < sketch.items[item].x ? -half : half
            linksToSides.insert(link)
        }
    }

    private func lineCount(at item: Int) -> Int { max(sketch.above[item].count, sketch.below[item].count) }

    private mutating func spread(_ links: [Int], at item: Sketch.Item, reach: Int, upper: Bool) {
        let ordered = links.map { link in
            let other = upper ? sketch.links[link].lower : sketch.links[link].upper
            return (link: link, x: sketch.items[other].x - item.x)
        }.sorted { ($0.x, $0.link) < ($1.x, $1.link) }
        guard ordered.count > 0 else { return }
        let space = min(Measures.portSpacing, 2 * reach / max(1, ordered.count - 1))
        let wishes = ordered.enumerated().map {
            Isotonic.Wish(value: Double($0.element.x - $0.offset * space), weight: 1)
        }
        let last = reach - (ordered.count - 1) * space
        for (place, value) in Isotonic.nearest(to: wishes).enumerated() {
            let offset = min(max(Int(value.rounded()), -reach), max(last, -reach)) + place * space
            if upper {
                offsets[ordered[place].link].upper = offset
            } else {
                offsets[ordered[place].link].lower = offset
            }
        }
    }

    private func x(ofUpperEnd link: Int) -> Int { sketch.items[sketch.links[link].upper].x + offsets[link].upper }

    private func x(ofLowerEnd link: Int) -> Int { sketch.items[sketch.links[link].lower].x + offsets[link].lower }

    // MARK: - Down

    private mutating func stackRanks() {
        var y = group == nil ? Measures.margin : 0
        var isFirst = true
        for rank in sketch.ranks.indices {
            let items = sketch.ranks[rank]
            let height = items.map { sketch.items[$0].height }.max() ?? 0
            if !items.isEmpty, !isFirst { y += gap(above: rank, height: height) }
            if !items.isEmpty { isFirst = false }
            bands.append((y, y + height))
            y += height
        }
        let endsAtBorder = sketch.ranks.last?.contains { if case .port = sketch.items[$0].role { true } else { false } }
        if group == nil {
            y += Measures.margin
        } else if endsAtBorder != true || bands.count == 1 {
            y += Measures.groupPadding
        }
        frame.height = y
    }

    /// Room for arrows before blocks, and for lines that go aside.
    private func gap(above rank: Int, height: Int) -> Int {
        let links = sketch.ranks[rank].flatMap { sketch.above[$0] }
        let aside = links.map { abs(x(ofUpperEnd: $0) - x(ofLowerEnd: $0)) }.max() ?? 0
        let needed = rank % 2 == 0 || aside > 4 ? Measures.rankGap : height == 0 ? 4 : Measures.rankGap / 2
        return min(max(needed, aside / 5), Measures.greatestRankGap)
    }

    /// Moves everything so that the leftmost stands inside the border, and notes where it stands.
    private mutating func placeItems() {
        let padding = group == nil ? Measures.margin : Measures.groupPadding
        let left = sketch.items.map { $0.x - $0.left }.min() ?? 0
        let right = sketch.items.map { $0.x + $0.right }.max() ?? 0
        for item in sketch.items.indices { sketch.place(item, at: sketch.items[item].x - left + padding) }
        let width = right - left + 2 * padding
        // Even, so that its axis stands in its middle.
        frame.width = width + width % 2
        for (position, item) in sketch.items.enumerated() {
            let band = bands[item.rank]
            let middle = (band.top + band.bottom) / 2
            switch item.role {
            case .block(let place):
                let size = size(of: place, at: position)
                blocks.append(
                    (
                        place,
                        Rectangle(
                            x: item.x - size.width / 2, y: middle - size.height / 2,
                            width: size.width, height: size.height)
                    ))
            case .port(let port): ports[port] = item.x
            case .title:
                title = Rectangle(x: padding - 6, y: 6, width: item.left + item.right - 8, height: 20)
            case .label(let strand):
                guard let edge = strands[strand].edges.first, let size = diagram.labelSize(of: edge) else { continue }
                labels.append(
                    .init(
                        edge: edge,
                        frame: Rectangle(
                            x: item.x + Measures.labelGap, y: middle - size.height / 2, width: size.width,
                            height: size.height),
                        lines: diagram.labelLines(of: edge)))
            case .passage: break
            }
        }
    }

    private func size(of place: Diagram.Place, at item: Int) -> (width: Int, height: Int) {
        switch place {
        case .node(let node): return diagram.size(of: node, lines: lineCount(at: item))
        case .group: return (2 * sketch.items[item].left, sketch.items[item].blockHeight)
        }
    }

    // MARK: - Lines

    private mutating func draw() {
        var frames: [Diagram.Place: Rectangle] = [:]
        for (place, frame) in blocks { frames[place] = frame }
        var linksOfChain = sketch.links.indices[...]
        for (position, chain) in sketch.chains.enumerated() {
            let links = linksOfChain.prefix(chain.count - 1)
            linksOfChain = linksOfChain.dropFirst(chain.count - 1)
            guard let first = links.first, let last = links.last else { continue }
            var path = Path(start: Point(x: x(ofUpperEnd: first), y: edge(of: chain[0], frames, isLower: true, first)))
            for link in links {
                let lower = sketch.items[sketch.links[link].lower]
                let upper = sketch.items[sketch.links[link].upper]
                path.go(to: Point(x: x(ofUpperEnd: link), y: bands[upper.rank].bottom))
                path.go(to: Point(x: x(ofLowerEnd: link), y: bands[lower.rank].top))
            }
            path.go(
                to: Point(x: x(ofLowerEnd: last), y: edge(of: chain[chain.count - 1], frames, isLower: false, last)))
            let strand = strands[position]
            lines.append(
                .init(
                    edges: strand.edges, path: strand.leadsDown ? path : path.reversed,
                    arrow: strand.isLast ? (strand.leadsDown ? .down : .up) : .none,
                    beginsAtBorder: strand.beginsAtBorder))
        }
    }

    /// Where lines leave or reach an item.
    private func edge(of item: Int, _ frames: [Diagram.Place: Rectangle], isLower: Bool, _ link: Int) -> Int {
        switch sketch.items[item].role {
        case .block(let place):
            guard let frame = frames[place] else { return 0 }
            if linksToSides.contains(link) { return frame.midY }
            return isLower ? frame.maxY : frame.y
        case .port(let port): return port.isAtTop ? 0 : frame.height
        case .title, .passage, .label: return bands[sketch.items[item].rank].top
        }
    }

    private mutating func drawLoop(at place: Diagram.Place) {
        guard let edge = loops[place], let box = blocks.first(where: { $0.0 == place })?.1 else { return }
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

extension Strands.Strand {
    /// Whether its edge leaves a whole group.
    var beginsAtBorder: Bool {
        switch start {
        case .border(let port), .block(_, let port?):
            if case .beginning = port.aim { true } else { false }
        case .block(_, nil): false
        }
    }
}
