/// How many pixels to the right of its two items' axes each link of a sketch ends, so that lines do not meet a node in one point.
///
/// A sketch is a group as rows of items: nodes, inner groups, labels and places where lines pass. A link is a piece of a line between items
/// of neighbouring rows. An item's axis is the x at which lines meet it, for a node its middle.
struct LineEnds {
    /// For each link, the pixels at its upper and at its lower end; negative to the left.
    private(set) var offsets: [(upper: Int, lower: Int)]
    /// The links that meet a choice at its left or right corner.
    private(set) var atCorners: Set<Int> = []

    private let sketch: Sketch
    private let diagram: Diagram
    private let sides: [Side]

    /// Where lines meet a node from above or from below.
    private struct Side {
        var item: Int
        var isLower: Bool
        var links: [Int]
        /// How far to each side of the node's axis a line may meet the node.
        var reach: Int

        /// How many pixels lie between the ends of two neighbouring lines.
        var space: Int { min(Measures.portSpacing, 2 * reach / max(1, links.count - 1)) }
    }

    /// Spreads the ends evenly over each side of a node.
    init(_ sketch: Sketch, in diagram: Diagram) {
        self.sketch = sketch
        self.diagram = diagram
        offsets = sketch.links.map { _ in (0, 0) }
        var places = Array(repeating: 0, count: sketch.items.count)
        for rank in sketch.ranks {
            for (place, item) in rank.enumerated() { places[item] = place }
        }
        sides = Self.sides(of: sketch, in: diagram)
        for side in sides {
            let ordered = side.links.sorted {
                (places[other($0, side.isLower)], $0) < (places[other($1, side.isLower)], $1)
            }
            let space = side.space
            for (place, link) in ordered.enumerated() {
                set(link, side.isLower, place * space - (ordered.count - 1) * space / 2)
            }
        }
    }

    /// Lets each line meet its node where it need not bend, as far as the order of the lines and the space between them allow.
    ///
    /// - Parameter x: the axis of each item.
    mutating func settle(at x: [Int]) {
        for item in sketch.items.indices where isChoice(item) { meetCorners(of: item, x) }
        for side in sides {
            let ordered = side.links.map { (link: $0, x: x[other($0, side.isLower)] - x[side.item]) }
                .sorted { ($0.x, $0.link) < ($1.x, $1.link) }
            let (space, reach) = (side.space, side.reach)
            let last = max(-reach, reach - (ordered.count - 1) * space)
            let wishes = ordered.enumerated().map { min(max($0.element.x - $0.offset * space, -reach), last) }
            for (place, offset) in Isotonic.nearest(to: wishes).enumerated() {
                set(ordered[place].link, side.isLower, offset + place * space)
            }
        }
    }

    /// Moves one end of a link. `isUpper`: the link's upper end, which meets a node's lower side.
    private mutating func set(_ link: Int, _ isUpper: Bool, _ offset: Int) {
        if isUpper { offsets[link].upper = offset } else { offsets[link].lower = offset }
    }

    /// The item at the link's other end: the lower one if `isUpper`, when the link is seen from its upper item, else the upper one.
    private func other(_ link: Int, _ isUpper: Bool) -> Int {
        isUpper ? sketch.links[link].lower : sketch.links[link].upper
    }

    private func isChoice(_ item: Int) -> Bool {
        if case .block(.node(let node)) = sketch.items[item].role { diagram.nodes[node].kind == .choice } else { false }
    }

    /// The upper and the lower side of every node but choices: lines meet a choice at one of its four corners.
    private static func sides(of sketch: Sketch, in diagram: Diagram) -> [Side] {
        sketch.items.indices.flatMap { item -> [Side] in
            guard case .block(.node(let node)) = sketch.items[item].role, diagram.nodes[node].kind != .choice else {
                return []
            }
            let half = diagram.size(of: node, lines: sketch.lineCount(at: item)).width / 2
            let reach = max(0, half - diagram.inset(of: node))
            return [
                Side(item: item, isLower: false, links: sketch.above[item], reach: reach),
                Side(item: item, isLower: true, links: sketch.below[item], reach: reach),
            ]
        }
    }

    /// Lets lines that run upwards meet the choice at its left or right corner; other lines keep its top or bottom corner.
    private mutating func meetCorners(of item: Int, _ x: [Int]) {
        guard case .block(.node(let node)) = sketch.items[item].role else { return }
        let half = diagram.size(of: node, lines: 1).width / 2
        for link in sketch.above[item] where !sketch.links[link].leadsDown {
            offsets[link].lower = x[sketch.links[link].upper] < x[item] ? -half : half
            atCorners.insert(link)
        }
        for link in sketch.below[item] where !sketch.links[link].leadsDown {
            offsets[link].upper = x[sketch.links[link].lower] < x[item] ? -half : half
            atCorners.insert(link)
        }
    }
}
