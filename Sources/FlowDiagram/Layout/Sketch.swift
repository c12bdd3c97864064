/// One group as ranks of items, before and while it is laid out.
///
/// Blocks stand in even ranks and labels in odd ones. A strand is a chain of items, one in each rank that it passes, so that
/// it has a place of its own beside everything that it passes.
struct Sketch {
    struct Item {
        enum Role: Hashable {
            case block(Diagram.Place)
            case port(Strands.Port)
            /// The group's name, at the left end of its top.
            case title
            /// Where a strand passes.
            case passage
            /// Where a strand passes with its labels to the right of it.
            case label(strand: Int)
        }

        var role: Role
        /// How far it reaches to both sides of its axis.
        var left: Int
        var right: Int
        var height: Int
        var rank: Int
        /// The height of a block without what stands beside it.
        var blockHeight = 0
        /// Where its axis stands.
        var x = 0

        var bends: Bool { if case .block = role { false } else { true } }
    }

    /// A piece of a strand between two neighbouring ranks, with its distance from the axes of the items at its ends.
    struct Link {
        var upper: Int
        var lower: Int
        var upperOffset = 0
        var lowerOffset = 0
    }

    private(set) var items: [Item] = []
    var ranks: [[Int]] = []
    private(set) var links: [Link] = []
    /// Of each strand: its items from top to bottom.
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

    mutating func addChain(_ chain: [Int], upperOffset: Int, lowerOffset: Int) {
        for (place, (upper, lower)) in zip(chain, chain.dropFirst()).enumerated() {
            add(
                Link(
                    upper: upper, lower: lower, upperOffset: place == 0 ? upperOffset : 0,
                    lowerOffset: place == chain.count - 2 ? lowerOffset : 0))
        }
        chains.append(chain)
    }

    mutating func place(_ item: Int, at x: Int) { items[item].x = x }

    /// How far the axes of two neighbours in a rank must stand apart.
    func distance(_ left: Int, _ right: Int) -> Int {
        let space = items[left].bends && items[right].bends ? 10 : 24
        return items[left].right + space + items[right].left
    }
}
