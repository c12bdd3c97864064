/// The room between two ranks (rows of nodes, groups or labels), in which lines go aside on tracks: horizontal lines, one below the other.
///
/// Lines that share an end share a track, except where a line joins two sets of such lines: it goes with one of them. Lines that are far
/// enough apart from left to right can share a track too. The tracks are in an order in which few lines cross or run upon each other.
struct EdgeChannel {
    /// A line from the upper rank to the lower one, by the x of both ends.
    struct Wire {
        var upper: Int
        var lower: Int
    }

    /// The track of each wire, counted from above; nil for a wire that leans so little that it counts as upright (`Measures.lean`).
    private(set) var tracks: [Int?]
    private(set) var trackCount = 0

    /// Wires on one track, of which each shares its upper or its lower end with one before it.
    private struct Net {
        /// The wires, by their positions among all wires of the channel.
        var wires: [Int] = []
        /// The x of the wires' upper and lower ends.
        var uppers: Set<Int> = []
        var lowers: Set<Int> = []

        var low: Int { min(uppers.min() ?? .max, lowers.min() ?? .max) }
        var high: Int { max(uppers.max() ?? .min, lowers.max() ?? .min) }

        /// What it costs to run above the other net: 1 for each crossing, and 20 where upright parts would run upon each other, being less
        /// than 6 pixels apart.
        func cost(above other: Net) -> Int {
            let crossings =
                lowers.count { other.low < $0 && $0 < other.high } + other.uppers.count { low < $0 && $0 < high }
            let meetings = lowers.count { lower in other.uppers.contains { abs($0 - lower) < 6 } }
            return crossings + 20 * meetings
        }

        /// Whether both would touch on one track, or stand at most 8 pixels apart there.
        func touches(_ other: Net) -> Bool { low <= other.high + 8 && other.low <= high + 8 }
    }

    init(_ wires: [Wire]) {
        tracks = wires.map { _ in nil }
        var placed: [(net: Net, track: Int)] = []
        for net in Self.fromTop(Self.nets(of: wires)) {
            let track = placed.filter { $0.net.touches(net) }.map { $0.track + 1 }.max() ?? 0
            placed.append((net, track))
            for wire in net.wires { tracks[wire] = track }
            trackCount = max(trackCount, track + 1)
        }
    }

    /// The nets from the top track down: each time the net for which it costs least to run above all that are left.
    private static func fromTop(_ nets: [Net]) -> [Net] {
        // How much more it costs to run the first net above the second than below it; 0 where it costs less, or where they can share a track.
        let extraCosts = nets.map { one in
            nets.map { one.touches($0) ? max(0, one.cost(above: $0) - $0.cost(above: one)) : 0 }
        }
        // For each net what it would cost in all to run above those that are left.
        var sums = extraCosts.map { $0.reduce(0, +) }
        var rest = Array(nets.indices)
        var order: [Net] = []
        while let next = rest.indices.min(by: { (sums[rest[$0]], $0) < (sums[rest[$1]], $1) }) {
            let net = rest.remove(at: next)
            order.append(nets[net])
            for other in rest { sums[other] -= extraCosts[other][net] }
        }
        return order
    }

    /// The wires that are not upright, as nets. A wire whose two ends lie in two nets goes to the first of these, and the nets stay two.
    private static func nets(of wires: [Wire]) -> [Net] {
        var nets: [Net] = []
        for (position, wire) in wires.enumerated() where abs(wire.upper - wire.lower) > Measures.lean {
            let known = nets.firstIndex { $0.uppers.contains(wire.upper) || $0.lowers.contains(wire.lower) }
            if known == nil { nets.append(Net()) }
            let net = known ?? nets.count - 1
            nets[net].wires.append(position)
            nets[net].uppers.insert(wire.upper)
            nets[net].lowers.insert(wire.lower)
        }
        return nets
    }
}
