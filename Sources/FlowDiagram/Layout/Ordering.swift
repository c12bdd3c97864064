/// Orders the items of each rank, a row from left to right, so that few segments cross.
///
/// Items are nodes, inner groups, labels and places where lines pass. A segment is the part of an edge in the sketch's group, and a link a
/// piece of a segment between neighbouring ranks. A port is where segments meet the border of a group.
///
/// Sweeps sort each rank by the mean place of its items' neighbours, and then move each item to where its links cross
/// least; the best order of all sweeps, from several beginnings, is kept. Source: Sugiyama, Tagawa, Toda: Methods for
/// visual understanding of hierarchical system structures, 1981; the second step is the sifting of Matuszewski,
/// Schönfeld, Molitor, 1999.
struct Ordering {
    private var sketch: Sketch
    /// The place of each item in its rank.
    private var places: [Int]
    /// For each link: how far to the right of the middle of its upper, or lower, item the link ends, as a fraction of the item's width. A
    /// link that ends at no port of a group ends at the middle: 0.
    private let upperAside: [Double]
    private let lowerAside: [Double]

    /// The sketch with the items of each rank in order.
    ///
    /// - Parameter keepingPorts: leaves the ports of the group's own border in the order that they have.
    static func ordered(_ sketch: Sketch, ports: [EdgeSegments.Port: Double], keepingPorts: Bool) -> Sketch {
        var ordering = Ordering(sketch, ports)
        ordering.improve(keepingPorts)
        return ordering.sketch
    }

    /// How often links cross in the sketch.
    static func crossings(of sketch: Sketch, ports: [EdgeSegments.Port: Double]) -> Int {
        Ordering(sketch, ports).crossings
    }

    /// For each port of the groups in the sketch the barycentre: the mean place of what the lines through it lead to.
    static func barycentres(of sketch: Sketch, ports: [EdgeSegments.Port: Double]) -> [EdgeSegments.Port: Double] {
        let ordering = Ordering(sketch, ports)
        var found: [EdgeSegments.Port: [Double]] = [:]
        for (position, link) in sketch.links.enumerated() {
            if let port = link.upperPort { found[port, default: []].append(ordering.touch(position, upper: false)) }
            if let port = link.lowerPort { found[port, default: []].append(ordering.touch(position, upper: true)) }
        }
        return found.mapValues { $0.reduce(0, +) / Double($0.count) }
    }

    private init(_ sketch: Sketch, _ ports: [EdgeSegments.Port: Double]) {
        self.sketch = sketch
        upperAside = sketch.links.map { $0.upperPort.flatMap { ports[$0] } ?? 0 }
        lowerAside = sketch.links.map { $0.lowerPort.flatMap { ports[$0] } ?? 0 }
        places = Array(repeating: 0, count: sketch.items.count)
        for rank in sketch.ranks.indices { setPlaces(in: rank) }
    }

    private mutating func setPlaces(in rank: Int) {
        for (place, item) in sketch.ranks[rank].enumerated() { places[item] = place }
    }

    /// Looks for an order with fewer crossings, from several beginnings, and keeps the best.
    private mutating func improve(_ keepingPorts: Bool) {
        let ranks = sketch.ranks.indices.filter { !keepingPorts || sketch.ports(in: $0).isEmpty }
        var best = sketch.ranks
        var fewest = crossings
        // Of a large sketch one beginning takes long enough; where ports keep their places, one comes near the best.
        let beginnings = sketch.links.count > 300 ? 1 : keepingPorts ? 1 : 12
        for beginning in 0..<beginnings where fewest > 0 {
            if beginning > 0 { shuffle(ranks, beginning) }
            var least = Int.max
            // How many sweeps in a row have saved no crossing.
            var vain = 0
            for sweep in 0..<12 where fewest > 0 && vain < 3 {
                for rank in sweep % 2 == 0 ? ranks : ranks.reversed() { sort(rank, lookingUp: sweep % 2 == 0) }
                for rank in ranks where sketch.ranks[rank].count <= 80 { sift(rank) }
                let count = crossings
                vain = count < least ? 0 : vain + 1
                least = min(least, count)
                if count < fewest { (best, fewest) = (sketch.ranks, count) }
            }
        }
        sketch.ranks = best
    }

    /// Puts the items of each rank in another order to begin with: for beginning 1 in the reverse order of their numbers, for any later one
    /// in a scattered order, which is the same in each run of the program.
    private mutating func shuffle(_ ranks: [Int], _ beginning: Int) {
        // A linear congruential generator with Knuth's constants: it only has to scatter.
        var seed = UInt64(beginning)
        for rank in ranks {
            let keys = sketch.ranks[rank].map { item -> (Int, Int) in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                if sketch.items[item].role == .title { return (-1, 0) }
                return (beginning == 1 ? sketch.items.count - item : Int(seed >> 40), item)
            }
            sketch.ranks[rank] = zip(keys, sketch.ranks[rank]).sorted { $0.0 < $1.0 }.map(\.1)
            setPlaces(in: rank)
        }
    }

    /// The place in its upper or its lower rank at which a link ends.
    private func touch(_ link: Int, upper: Bool) -> Double {
        upper
            ? Double(places[sketch.links[link].upper]) + upperAside[link]
            : Double(places[sketch.links[link].lower]) + lowerAside[link]
    }

    /// Sorts the rank by the mean place of each item's neighbours in the rank above, or in the one below.
    private mutating func sort(_ rank: Int, lookingUp: Bool) {
        let items = sketch.ranks[rank]
        let means = items.map { item -> Double? in
            let links = lookingUp ? sketch.above[item] : sketch.below[item]
            return links.isEmpty ? nil : links.reduce(0) { $0 + touch($1, upper: lookingUp) } / Double(links.count)
        }
        // An item without a neighbour there keeps its place. The title is such an item, so it stays the first.
        var sorted = zip(items, means).enumerated().filter { $0.element.1 != nil }.sorted {
            ($0.element.1 ?? 0, $0.offset) < ($1.element.1 ?? 0, $1.offset)
        }.map(\.element.0)[...]
        sketch.ranks[rank] = zip(items, means).map { $1 == nil ? $0 : sorted.popFirst() ?? $0 }
        setPlaces(in: rank)
    }

    /// Brings each item of the rank to where its links cross fewest others, the neighbouring ranks being as they are.
    private mutating func sift(_ rank: Int) {
        let before = RankCrossings(
            sketch.ranks[rank].map { item in
                (sketch.above[item].map { touch($0, upper: true) }, sketch.below[item].map { touch($0, upper: false) })
            })
        let items = sketch.ranks[rank]
        let first = items.first.map { sketch.items[$0].role == .title } == true ? 1 : 0
        let sifted = before.sifted(first: first)
        guard sifted != Array(items.indices) else { return }
        sketch.ranks[rank] = sifted.map { items[$0] }
        setPlaces(in: rank)
    }

    // MARK: - Counting

    /// How often links cross in the order that the sketch has now.
    private var crossings: Int {
        sketch.ranks.indices.dropLast().reduce(0) { $0 + crossings(below: $1) }
    }

    /// How often links cross between the rank and the next: links in the order of their upper ends whose lower ends are in another order.
    ///
    /// A tree of sums over the lower ends (Fenwick's) tells how many links so far end no further to the right.
    private func crossings(below rank: Int) -> Int {
        let links = sketch.ranks[rank].flatMap { sketch.below[$0] }
            .map { (upper: touch($0, upper: true), lower: touch($0, upper: false)) }
            .sorted { ($0.upper, $0.lower) < ($1.upper, $1.lower) }
        let ends = Array(Set(links.map(\.lower))).sorted()
        let position = Dictionary(uniqueKeysWithValues: ends.enumerated().map { ($0.element, $0.offset + 1) })
        var sums = Array(repeating: 0, count: ends.count + 1)
        var count = 0
        for (seen, link) in links.enumerated() {
            guard let end = position[link.lower] else { continue }
            var notAfter = 0
            var index = end
            while index > 0 {
                notAfter += sums[index]
                index &= index - 1
            }
            count += seen - notAfter
            index = end
            while index < sums.count {
                sums[index] += 1
                index += index & -index
            }
        }
        return count
    }
}
