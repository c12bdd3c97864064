/// Finds where the items of each rank stand, in the given order and no closer than they may.
///
/// Each rank in turn is placed as near as possible, by least squares, to where its neighbours want it; with fixed distances
/// this is an isotonic regression. Then passages of one strand are brought into one upright line where there is room.
/// Source: Barlow, Bartholomew, Bremner, Brunk: Statistical inference under order restrictions, 1972, on pooling.
struct Positions {
    private var sketch: Sketch
    private var x: [Double]

    static func place(_ sketch: inout Sketch) {
        var positions = Positions(sketch)
        positions.relax()
        for item in sketch.items.indices { sketch.place(item, at: Int(positions.x[item].rounded())) }
        straighten(&sketch)
    }

    private init(_ sketch: Sketch) {
        self.sketch = sketch
        x = Array(repeating: 0, count: sketch.items.count)
        for rank in sketch.ranks {
            for (left, right) in zip(rank, rank.dropFirst()) {
                x[right] = x[left] + Double(sketch.distance(left, right))
            }
            // Ranks begin centred on each other.
            guard let first = rank.first, let last = rank.last else { continue }
            let middle = (x[first] + x[last]) / 2
            for item in rank { x[item] -= middle }
        }
    }

    private mutating func relax() {
        let sweeps = sketch.links.count > 4000 ? 6 : 24
        for sweep in 0..<sweeps {
            let isSettling = sweep >= sweeps / 2
            let down = sweep % 2 == 0
            let middle = middle
            for rank in down ? Array(sketch.ranks.indices) : sketch.ranks.indices.reversed() {
                place(rank, above: isSettling || down, below: isSettling || !down, unbound: middle)
            }
        }
    }

    private mutating func place(_ rank: Int, above: Bool, below: Bool, unbound middle: Double) {
        let items = sketch.ranks[rank]
        var wishes: [Isotonic.Wish] = []
        var reach = 0.0
        for (place, item) in items.enumerated() {
            if place > 0 { reach += Double(sketch.distance(items[place - 1], item)) }
            var (sum, weight) = (0.0, 0.0)
            for link in above ? sketch.above[item] : [] {
                let link = sketch.links[link]
                let pull = pull(of: link)
                sum += pull * (x[link.upper] + Double(link.upperOffset - link.lowerOffset))
                weight += pull
            }
            for link in below ? sketch.below[item] : [] {
                let link = sketch.links[link]
                let pull = pull(of: link)
                sum += pull * (x[link.lower] + Double(link.lowerOffset - link.upperOffset))
                weight += pull
            }
            let isUnbound = sketch.above[item].isEmpty && sketch.below[item].isEmpty
            let wish = weight > 0 ? sum / weight : isUnbound ? middle : x[item]
            wishes.append(.init(value: wish - reach, weight: weight > 0 ? weight : 0.05))
        }
        reach = 0
        for (place, value) in Isotonic.nearest(to: wishes).enumerated() {
            if place > 0 { reach += Double(sketch.distance(items[place - 1], items[place])) }
            x[items[place]] = value + reach
        }
    }

    /// What no line leads to from inside stands by the middle of what is joined.
    private var middle: Double {
        guard let first = sketch.links.first else { return 0 }
        var (low, high) = (x[first.upper], x[first.upper])
        for link in sketch.links {
            low = min(low, x[link.upper], x[link.lower])
            high = max(high, x[link.upper], x[link.lower])
        }
        return (low + high) / 2
    }

    /// Passages pull more than blocks do: a long line should be straight.
    private func pull(of link: Sketch.Link) -> Double {
        switch (sketch.items[link.upper].bends, sketch.items[link.lower].bends) {
        case (true, true): 8
        case (true, false), (false, true): 2
        case (false, false): 1
        }
    }

    // MARK: - Straight lines

    private static func straighten(_ sketch: inout Sketch) {
        var place: [Int: (rank: Int, index: Int)] = [:]
        for (rank, items) in sketch.ranks.enumerated() {
            for (index, item) in items.enumerated() { place[item] = (rank, index) }
        }
        let chains = sketch.chains.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        for _ in 0..<2 {
            for chain in chains.map(\.element) { straighten(chain, place, &sketch) }
        }
    }

    private static func straighten(
        _ chain: [Int], _ place: [Int: (rank: Int, index: Int)], _ sketch: inout Sketch
    ) {
        var run: [Int] = []
        var room = -1_000_000_000...1_000_000_000
        func settle() {
            guard run.count > 0 else { return }
            let mean = run.reduce(0) { $0 + sketch.items[$1].x } / run.count
            var x = min(max(mean, room.lowerBound), room.upperBound)
            // Above or below a block a line is upright where it can be.
            for end in [chain.first, chain.last].compactMap({ $0 }) {
                guard case .block(.node) = sketch.items[end].role else { continue }
                let reach = max(0, min(sketch.items[end].left, sketch.items[end].right) - 24)
                let near = min(max(x, sketch.items[end].x - reach), sketch.items[end].x + reach)
                if room.contains(near) { x = near }
            }
            for item in run { sketch.place(item, at: x) }
        }
        for item in chain where sketch.items[item].bends {
            guard let (rank, index) = place[item] else { continue }
            let items = sketch.ranks[rank]
            let low =
                index > 0
                ? sketch.items[items[index - 1]].x + sketch.distance(items[index - 1], item) : -1_000_000_000
            let high =
                index < items.count - 1
                ? sketch.items[items[index + 1]].x - sketch.distance(item, items[index + 1]) : 1_000_000_000
            guard low <= high else { continue }
            if room.overlaps(low...high) {
                room = room.clamped(to: low...high)
            } else {
                settle()
                run = []
                room = low...high
            }
            run.append(item)
        }
        settle()
    }
}

/// The nearest values to some wishes that do not fall from one to the next.
enum Isotonic {
    struct Wish {
        var value: Double
        var weight: Double
    }

    /// By pooling neighbours that would fall.
    static func nearest(to wishes: [Wish]) -> [Double] {
        var pools: [(wish: Wish, count: Int)] = []
        for wish in wishes {
            pools.append((wish, 1))
            while pools.count > 1, pools[pools.count - 2].wish.value > pools[pools.count - 1].wish.value {
                let last = pools.removeLast()
                let before = pools[pools.count - 1]
                let weight = before.wish.weight + last.wish.weight
                let sum = before.wish.value * before.wish.weight + last.wish.value * last.wish.weight
                pools[pools.count - 1] = (Wish(value: sum / weight, weight: weight), before.count + last.count)
            }
        }
        return pools.flatMap { Array(repeating: $0.wish.value, count: $0.count) }
    }
}
