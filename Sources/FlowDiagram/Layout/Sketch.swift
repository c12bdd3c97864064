/// One group as ranks of items, before and while it is laid out.
///
/// A rank is a row of items from left to right; a block is a node, or an inner group as a whole. Blocks stand in even ranks and labels in
/// odd ones. A segment, the part of an edge inside this group, is a chain of items: its two ends and one in each rank between, so that
/// it has a place of its own beside everything that it passes.
struct Sketch {
    /// What has a place of its own in one rank.
    struct Item {
        enum Role: Hashable {
            /// A node, or an inner group as a whole.
            case block(Diagram.Place)
            /// Where segments inside the group and outside of it meet at the group's border.
            case port(EdgeSegments.Port)
            /// The group's name, at the left end of its top.
            case title
            /// Where a segment passes.
            case passage
            /// Where a segment passes with its labels to the right of it.
            case label(segment: Int)
        }

        var role: Role
        /// How far the item reaches to both sides of its axis, the x at which lines meet it.
        var left: Int
        var right: Int
        var height: Int
        /// The number of the item's rank, counted from 0 at the top.
        var rank: Int

        /// Whether the item is no node or group: its line goes on there, and may bend.
        var bends: Bool { if case .block = role { false } else { true } }
    }

    /// A piece of a segment between items of neighbouring ranks; where the item at one end is an inner group, that end has a port.
    struct Link {
        var upper: Int
        var lower: Int
        var upperPort: EdgeSegments.Port?
        var lowerPort: EdgeSegments.Port?
        var leadsDown: Bool
    }

    private(set) var items: [Item] = []
    /// The items of each rank from left to right, by their positions in `items`.
    var ranks: [[Int]] = []
    private(set) var links: [Link] = []
    /// The items of each segment, from top to bottom.
    private(set) var chains: [[Int]] = []
    /// The links above and below each item.
    private(set) var above: [[Int]] = []
    private(set) var below: [[Int]] = []

    mutating func add(_ item: Item) -> Int {
        items.append(item)
        above.append([])
        below.append([])
        while ranks.count <= item.rank { ranks.append([]) }
        ranks[item.rank].append(items.count - 1)
        return items.count - 1
    }

    mutating func add(_ link: Link) {
        links.append(link)
        below[link.upper].append(links.count - 1)
        above[link.lower].append(links.count - 1)
    }

    /// Adds a segment as a chain of items from top to bottom; the ports are those of its first and of its last item.
    mutating func addChain(
        _ chain: [Int], leadsDown: Bool, upperPort: EdgeSegments.Port?, lowerPort: EdgeSegments.Port?
    ) {
        for (place, (upper, lower)) in zip(chain, chain.dropFirst()).enumerated() {
            add(
                Link(
                    upper: upper, lower: lower, upperPort: place == 0 ? upperPort : nil,
                    lowerPort: place == chain.count - 2 ? lowerPort : nil, leadsDown: leadsDown))
        }
        chains.append(chain)
    }

    /// How many lines meet the item from above or from below, whichever are more.
    func lineCount(at item: Int) -> Int { max(above[item].count, below[item].count) }

    /// The ports of a rank, from left to right.
    func ports(in rank: Int) -> [EdgeSegments.Port] {
        guard ranks.indices.contains(rank) else { return [] }
        return ranks[rank].compactMap { if case .port(let port) = items[$0].role { port } else { nil } }
    }

    /// How many pixels must be between two neighbours in a rank: few between lines, more beside a node or group.
    func space(_ left: Int, _ right: Int) -> Int { items[left].bends && items[right].bends ? 4 : 24 }
}
