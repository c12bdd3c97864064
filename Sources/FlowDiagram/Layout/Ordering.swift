/// Orders the items of each rank so that few strands cross.
///
/// Sweeps that sort each rank by the mean place of its neighbours, the best order of all sweeps being kept, then exchanges
/// of neighbours. Source: Sugiyama, Tagawa, Toda: Methods for visual understanding of hierarchical system structures, 1981;
/// the exchanges are those of Gansner and others, 1993, section 3.
struct Ordering {
    private var sketch: Sketch
    /// The place of each item in its rank.
    private var places: [Int]

    static func order(_ sketch: inout Sketch) {
        var ordering = Ordering(sketch)
        ordering.improve()
        sketch.ranks = ordering.sketch.ranks
    }

    private init(_ sketch: Sketch) {
        self.sketch = sketch
        places = Array(repeating: 0, count: sketch.items.count)
        for rank in sketch.ranks.indices { setPlaces(in: rank) }
    }

    private mutating func setPlaces(in rank: Int) {
        for (place, item) in sketch.ranks[rank].enumerated() { places[item] = place }
    }

    private mutating func improve() {
        let last = sketch.ranks.count - 1
        guard last > 0 else { return }
        var best = sketch.ranks
        var fewest = crossings
        for sweep in 0..<(sketch.links.count > 2000 ? 8 : 16) where fewest > 0 {
            if sweep % 2 == 0 {
                for rank in 1...last { sort(rank, lookingUp: true) }
            } else {
                for rank in (0..<last).reversed() { sort(rank, lookingUp: false) }
            }
            if sketch.links.count <= 600 { exchangeNeighbours() }
            let count = crossings
            if count < fewest { (best, fewest) = (sketch.ranks, count) }
        }
        sketch.ranks = best
    }

    /// Where a link touches a rank: the item's place, and how far aside of its axis, as a fraction of its width.
    private func touch(_ link: Int, upper: Bool) -> Double {
        let link = sketch.links[link]
        let (item, offset) = upper ? (link.upper, link.upperOffset) : (link.lower, link.lowerOffset)
        let width = sketch.items[item].left + sketch.items[item].right + 1
        return Double(places[item]) + Double(offset) / Double(width)
    }

    private mutating func sort(_ rank: Int, lookingUp: Bool) {
        let items = sketch.ranks[rank]
        var means: [Int: Double] = [:]
        for item in items {
            let links = lookingUp ? sketch.above[item] : sketch.below[item]
            guard !links.isEmpty else { continue }
            means[item] = links.reduce(0) { $0 + touch($1, upper: lookingUp) } / Double(links.count)
        }
        // What has no neighbour there keeps its place, and the title stands first.
        var sorted = items.filter { means[$0] != nil }.enumerated().sorted {
            (means[$0.element] ?? 0, $0.offset) < (means[$1.element] ?? 0, $1.offset)
        }.map(\.element)[...]
        sketch.ranks[rank] = items.map { means[$0] == nil ? $0 : sorted.popFirst() ?? $0 }
        setPlaces(in: rank)
    }

    private mutating func exchangeNeighbours() {
        for rank in sketch.ranks.indices where sketch.ranks[rank].count > 1 {
            for place in 1..<sketch.ranks[rank].count {
                let (left, right) = (sketch.ranks[rank][place - 1], sketch.ranks[rank][place])
                if sketch.items[left].role == .title { continue }
                let now = crossings(of: left, before: right)
                guard now > 0, crossings(of: right, before: left) < now else { continue }
                sketch.ranks[rank].swapAt(place - 1, place)
                (places[left], places[right]) = (place, place - 1)
            }
        }
    }

    private func crossings(of left: Int, before right: Int) -> Int {
        crossings(sketch.above[left], sketch.above[right], upper: true)
            + crossings(sketch.below[left], sketch.below[right], upper: false)
    }

    private func crossings(_ left: [Int], _ right: [Int], upper: Bool) -> Int {
        var count = 0
        for one in left {
            let place = touch(one, upper: upper)
            for other in right where touch(other, upper: upper) < place { count += 1 }
        }
        return count
    }

    // MARK: - Counting

    private var crossings: Int {
        sketch.ranks.indices.dropLast().reduce(0) { $0 + crossings(below: $1) }
    }

    /// Counts inversions with a tree of sums over the ends in the lower rank.
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
