/// Where everything stands from left to right: in order, apart, and so that long lines are straight.
///
/// Each border and each item is a point with an x. Ties between points keep them apart or pull them together, and `NetworkSimplex` finds the
/// best x for all of them. All groups are placed at once, so a line stays straight across their borders.
///
/// A sketch is a group as ranks, which are rows, of items: nodes, inner groups, labels and places where lines pass. A link is a piece of a
/// line between items of neighbouring ranks. A port is where lines pass a group's border.
struct Alignment {
    /// The axis, which is the x of the middle, of each item of each group's sketch; the key nil is the picture itself.
    private(set) var axes: [Int?: [Int]] = [:]
    /// The x of the left and of the right border of each group; the key nil is the picture itself, whose left border is at 0.
    private(set) var borders: [Int?: (left: Int, right: Int)] = [:]
    /// The x at which lines pass the groups' borders.
    private(set) var ports: [EdgeSegments.Port: Int] = [:]

    private let sketches: Sketches
    private let ends: [Int?: LineEnds]
    /// The number, in `places`, of each group's left border; the next points are the group's right border and its items.
    private var first: [Int?: Int] = [:]
    /// The number, in `places`, of each port on a group's border.
    private var portPoints: [EdgeSegments.Port: Int] = [:]
    private var ties: [NetworkSimplex.Tie] = []
    /// The x of each point. The points after those of all groups belong to links, and only measure how far each is from being straight.
    private var places: [Int] = []

    /// The weight that draws a group's borders together; each link is pulled straight with its own weight, 1 or more.
    private static let tightness = 5

    /// Places the points of all groups.
    ///
    /// With an earlier alignment, a line is pulled the harder, the nearer it was to being straight there: of several lines that step a
    /// little aside, most become straight, and one takes a large step.
    init(_ sketches: Sketches, in diagram: Diagram, _ ends: [Int?: LineEnds], after earlier: Alignment? = nil) {
        self.sketches = sketches
        self.ends = ends
        let groups = [nil] + diagram.groups.indices.map { Int?.some($0) }
        for group in groups { number(group) }
        if let earlier { places = Array(earlier.places.prefix(places.count)) }
        for group in groups {
            keepApart(group)
            pullTogether(group, earlier)
        }
        places = NetworkSimplex(from: places, ties: ties).places
        // The picture's own left border is where counting begins.
        let origin = first[nil].map { places[$0] } ?? 0
        for place in places.indices { places[place] -= origin }
        for group in groups {
            guard let start = first[group], let sketch = sketches.byGroup[group] else { continue }
            borders[group] = (places[start], places[start + 1])
            axes[group] = sketch.items.indices.map { places[start + 2 + $0] }
        }
        ports = portPoints.mapValues { places[$0] }
    }

    /// Gives the group's borders and items their points.
    private mutating func number(_ group: Int?) {
        guard let sketch = sketches.byGroup[group] else { return }
        first[group] = places.count
        for (position, item) in sketch.items.enumerated() {
            if case .port(let port) = item.role { portPoints[port] = places.count + 2 + position }
        }
        places += Array(repeating: 0, count: 2 + sketch.items.count)
    }

    /// The points at both ends of an item: for an inner group its two borders, for any other item its axis twice.
    ///
    /// `start` is the number, in `places`, of the first point of the sketch's group.
    private func extent(of item: Int, in sketch: Sketch, _ start: Int) -> (left: Int, right: Int) {
        if case .block(.group(let group)) = sketch.items[item].role, let border = first[group] {
            return (border, border + 1)
        }
        return (start + 2 + item, start + 2 + item)
    }

    // MARK: - Apart

    /// Adds the ties that keep the items of each rank apart, in their order, and inside the group's borders.
    private mutating func keepApart(_ group: Int?) {
        guard let start = first[group], let sketch = sketches.byGroup[group] else { return }
        let padding = group == nil ? Measures.margin : Measures.groupPadding
        ties.append(.init(tail: start, head: start + 1, length: 2 * padding, weight: Self.tightness))
        for rank in sketch.ranks {
            var (before, distance) = (start, padding)
            for (place, item) in rank.enumerated() {
                let extent = extent(of: item, in: sketch, start)
                let space = place > 0 ? sketch.space(rank[place - 1], item) : 0
                let length = distance + space + sketch.items[item].left
                ties.append(.init(tail: before, head: extent.left, length: length, weight: 0))
                (before, distance) = (extent.right, sketch.items[item].right)
            }
            ties.append(.init(tail: before, head: start + 1, length: distance + padding, weight: 0))
        }
        // The axis of a group among the items is read by nobody: this only ties its point to the group's left border.
        for item in sketch.items.indices {
            let point = start + 2 + item
            let extent = extent(of: item, in: sketch, start)
            if extent.left != point { ties.append(.init(tail: extent.left, head: point, length: 0, weight: 1)) }
        }
    }

    // MARK: - Together

    /// Adds the ties that pull both ends of each link to one x, so that the link is straight.
    private mutating func pullTogether(_ group: Int?, _ earlier: Alignment?) {
        guard let start = first[group], let sketch = sketches.byGroup[group], let ends = ends[group] else { return }
        for (position, link) in sketch.links.enumerated() {
            let upper = link.upperPort.flatMap { portPoints[$0] } ?? start + 2 + link.upper
            let lower = link.lowerPort.flatMap { portPoints[$0] } ?? start + 2 + link.lower
            let aside = ends.offsets[position].upper - ends.offsets[position].lower
            var weight = weight(of: link, in: sketch)
            if let earlier, let step = earlier.step(of: link, in: group) {
                // Ten times harder where the line was straight, half of that at 30 pixels aside, and no harder from 121 on.
                weight *= max(1, 300 / (abs(step + aside) + 30))
            }
            pull(upper, lower, aside, weight: weight)
        }
    }

    /// How many pixels the link's upper end stands to the right of its lower end, each end being a port or else an item's axis.
    private func step(of link: Sketch.Link, in group: Int?) -> Int? {
        guard let axes = axes[group] else { return nil }
        let upper = link.upperPort.flatMap { ports[$0] } ?? axes[link.upper]
        let lower = link.lowerPort.flatMap { ports[$0] } ?? axes[link.lower]
        return upper - lower
    }

    /// Pulls the second point to stand `distance` pixels to the right of the first.
    ///
    /// A new point to the left of both is tied to each: the two ties can be shortest at once only where the points stand so.
    private mutating func pull(_ one: Int, _ two: Int, _ distance: Int, weight: Int) {
        let (before, behind) = (max(0, -distance), max(0, distance))
        ties.append(.init(tail: places.count, head: one, length: before, weight: weight))
        ties.append(.init(tail: places.count, head: two, length: behind, weight: weight))
        places.append(min(places[one] - before, places[two] - behind))
    }

    /// How hard a link is pulled straight: harder where its line goes on at its ends, so that long lines come first.
    private func weight(of link: Sketch.Link, in sketch: Sketch) -> Int {
        func bends(_ item: Int, _ port: EdgeSegments.Port?) -> Bool { port != nil || sketch.items[item].bends }
        return switch (bends(link.upper, link.upperPort), bends(link.lower, link.lowerPort)) {
        case (true, true): 8
        case (true, false), (false, true): 4
        case (false, false): 1
        }
    }
}
