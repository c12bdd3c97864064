/// The sketches of all groups, and of the picture itself, each rank in order.
///
/// A sketch is a group as ranks, which are rows of what stands in it; a port is where lines pass a group's border. A group is
/// put in order before the one around it, which then knows where lines pass the inner group's border. After
/// that, ports are put in the order in which their lines come from outside, where this leaves fewer crossings.
struct Sketches {
    /// The sketches by their groups; the key nil is the picture itself.
    private(set) var byGroup: [Int?: Sketch] = [:]

    private let diagram: Diagram
    /// Where on its side of the border each port stands, from -0.5 to 0.5.
    private var ports: [EdgeSegments.Port: Double] = [:]

    init(_ diagram: Diagram, _ segments: EdgeSegments) {
        self.diagram = diagram
        // The list of groups has each one after the group around it, so from its end the inner groups come first.
        for group in diagram.groups.indices.reversed() {
            byGroup[group] = Sketch(of: group, in: diagram, segments)
            order(group)
        }
        byGroup[nil] = Sketch(of: nil, in: diagram, segments)
        order(nil)
        var best = byGroup
        var fewest = crossings
        for _ in 0..<4 where fewest > 0 && !diagram.groups.isEmpty {
            for group in diagram.groups.indices {
                arrangePorts(of: group)
                order(group, keepingPorts: true)
            }
            for group in diagram.groups.indices.reversed() { order(group, keepingPorts: true) }
            order(nil)
            let count = crossings
            if count < fewest { (best, fewest) = (byGroup, count) }
        }
        byGroup = best
    }

    /// Puts the ranks of the group's sketch in order, and notes where its ports stand then.
    private mutating func order(_ group: Int?, keepingPorts: Bool = false) {
        guard let sketch = byGroup[group] else { return }
        let ordered = Ordering.ordered(sketch, ports: ports, keepingPorts: keepingPorts)
        byGroup[group] = ordered
        for rank in Set([0, ordered.ranks.count - 1]) {
            let inOrder = ordered.ports(in: rank)
            for (place, port) in inOrder.enumerated() {
                ports[port] = (Double(place) + 0.5) / Double(inOrder.count) - 0.5
            }
        }
    }

    private var crossings: Int {
        byGroup.values.reduce(0) { $0 + Ordering.crossings(of: $1, ports: ports) }
    }

    /// Puts the ports in the order in which their lines come from outside.
    private mutating func arrangePorts(of group: Int) {
        guard let around = byGroup[diagram.groups[group].parent] else { return }
        let barycentres = Ordering.barycentres(of: around, ports: ports)
        byGroup[group]?.arrangePorts { barycentres[$0] }
    }
}

extension Sketch {
    /// Sorts the ports of each side by their barycentres; a port without one keeps its place.
    fileprivate mutating func arrangePorts(by barycentre: (EdgeSegments.Port) -> Double?) {
        for rank in Set([0, ranks.count - 1]) where ranks.indices.contains(rank) {
            var movable: [(item: Int, centre: Double)] = []
            for item in ranks[rank] {
                guard case .port(let port) = items[item].role, let centre = barycentre(port) else { continue }
                movable.append((item, centre))
            }
            let sorted = movable.enumerated().sorted { ($0.element.centre, $0.offset) < ($1.element.centre, $1.offset) }
            var next = sorted.map(\.element.item)[...]
            let moving = Set(next)
            ranks[rank] = ranks[rank].map { moving.contains($0) ? next.popFirst() ?? $0 : $0 }
        }
    }
}
