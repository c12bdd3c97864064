extension Sketch {
    /// The group's blocks, ports, name and segments, in ranks that are not yet in order.
    ///
    /// A block is a node, or an inner group as a whole. A segment is the part of an edge in this group, a port is where segments meet the
    /// border of a group, and a rank is a row.
    init(of group: Int?, in diagram: Diagram, _ segments: EdgeSegments) {
        self.init()
        let blocks = segments.blocks[group] ?? []
        let inside = segments.inside[group] ?? []
        let ports = Self.ports(of: group, in: diagram, segments)
        let lowest = blocks.compactMap { segments.levels[$0] }.max() ?? 0
        var itemOfBlock: [Diagram.Place: Int] = [:]
        var itemOfPort: [EdgeSegments.Port: Int] = [:]

        if let group {
            let width = TextMeasure.label.width(of: diagram.groups[group].name) + 14
            _ = add(
                Item(role: .title, left: width / 2, right: width - width / 2, height: Measures.titleHeight, rank: 0))
        }
        // Rank 0 has the name and the ports at the top, ranks 2, 4 and so on the blocks by level, and the last one the ports at the bottom.
        for port in ports {
            let rank = port.isAtTop ? 0 : 2 * lowest + 4
            itemOfPort[port] = add(
                Item(
                    role: .port(port), left: Measures.passageMargin, right: Measures.passageMargin, height: 0,
                    rank: rank))
        }
        let counts = Self.lineCounts(inside)
        for block in blocks {
            let rank = 2 * segments.levels[block, default: 0] + 2
            let lines = max(counts.above[block, default: 0], counts.below[block, default: 0])
            itemOfBlock[block] = add(
                Self.item(for: block, in: diagram, loop: segments.loops[block], lines: lines, rank: rank))
        }

        func end(_ terminal: EdgeSegments.Terminal) -> (item: Int, port: EdgeSegments.Port?) {
            switch terminal {
            case .border(let port): (itemOfPort[port] ?? 0, nil)
            case .block(let block, let port): (itemOfBlock[block] ?? 0, port)
            }
        }
        for (position, segment) in inside.enumerated() {
            let (upper, lower) =
                segment.leadsDown
                ? (end(segment.start), end(segment.finish)) : (end(segment.finish), end(segment.start))
            let passed = (items[upper.item].rank + 1)..<max(items[upper.item].rank + 1, items[lower.item].rank)
            let labelled = segment.leadsDown ? passed.lowerBound : passed.upperBound - 1
            var chain = [upper.item]
            for rank in passed {
                chain.append(
                    add(Self.passage(of: segment, position, in: diagram, rank: rank, mayBearLabels: rank == labelled)))
            }
            addChain(
                chain + [lower.item], leadsDown: segment.leadsDown, upperPort: upper.port, lowerPort: lower.port)
        }
    }

    /// How many segments meet each block from above and from below.
    private static func lineCounts(
        _ segments: [EdgeSegments.Segment]
    ) -> (above: [Diagram.Place: Int], below: [Diagram.Place: Int]) {
        var (above, below): ([Diagram.Place: Int], [Diagram.Place: Int]) = ([:], [:])
        for segment in segments {
            if case .block(let block, _) = segment.start {
                if segment.leadsDown { below[block, default: 0] += 1 } else { above[block, default: 0] += 1 }
            }
            if case .block(let block, _) = segment.finish {
                if segment.leadsDown { above[block, default: 0] += 1 } else { below[block, default: 0] += 1 }
            }
        }
        return (above, below)
    }

    /// The ports on the group's border, those that segments inside meet and those that segments outside meet, by what they lead to.
    private static func ports(of group: Int?, in diagram: Diagram, _ segments: EdgeSegments) -> [EdgeSegments.Port] {
        guard let group else { return [] }
        var ports: [EdgeSegments.Port] = []
        for segment in (segments.inside[group] ?? []) + (segments.inside[diagram.groups[group].parent] ?? []) {
            for terminal in [segment.start, segment.finish] {
                switch terminal {
                case .border(let port), .block(_, let port?):
                    if port.group == group, !ports.contains(port) { ports.append(port) }
                case .block(_, nil): break
                }
            }
        }
        func order(_ port: EdgeSegments.Port) -> Int {
            let place =
                switch port.aim {
                case .place(let place): place
                case .beginning(let edge): diagram.edges[edge].to
                }
            return switch place {
            case .node(let node): node
            case .group(let group): diagram.nodes.count + group
            }
        }
        return ports.enumerated().sorted { (order($0.element), $0.offset) < (order($1.element), $1.offset) }
            .map(\.element)
    }

    /// The item of a block; `loop` is the edge from the block to itself, nil for none, and `lines` how many lines meet its upper or its
    /// lower side, whichever are more.
    private static func item(
        for block: Diagram.Place, in diagram: Diagram, loop: Int?, lines: Int, rank: Int
    ) -> Item {
        let loopHeight = loop.flatMap { diagram.labelSize(of: $0)?.height } ?? 0
        let loopWidth = diagram.loopWidth(of: loop)
        switch block {
        case .node(let node):
            let size = diagram.size(of: node, lines: lines)
            return Item(
                role: .block(block), left: size.width / 2 + (diagram.nodes[node].isInitial ? Measures.beginning : 0),
                right: size.width / 2 + loopWidth, height: max(size.height, loopHeight), rank: rank)
        // The width and height of a group come from its own layout later, so they count as 0 here.
        case .group: return Item(role: .block(block), left: 0, right: loopWidth, height: loopHeight, rank: rank)
        }
    }

    /// The item with which the segment passes the rank; the segment's labels are part of it if they stand in this rank.
    private static func passage(
        of segment: EdgeSegments.Segment, _ position: Int, in diagram: Diagram, rank: Int, mayBearLabels: Bool
    ) -> Item {
        guard mayBearLabels, segment.bearsLabels, let edge = segment.edges.first,
            let size = diagram.labelSize(of: edge)
        else {
            return Item(
                role: .passage, left: Measures.passageMargin, right: Measures.passageMargin, height: 0, rank: rank)
        }
        return Item(
            role: .label(segment: position), left: Measures.passageMargin, right: Measures.labelGap + size.width + 4,
            height: size.height,
            rank: rank)
    }
}
