/// How often the lines of any two items of a rank (a row of the picture) cross, by which of the two stands further left.
struct RankCrossings {
    private let count: Int
    /// At `left * count + right`: how often the lines of both items cross while `left` stands first.
    private var crossings: [Int]

    /// Counts the crossings for each two items; `touches` says where each item's lines touch the ranks above and below.
    init(_ touches: [(above: [Double], below: [Double])]) {
        count = touches.count
        crossings = Array(repeating: 0, count: count * count)
        for left in touches.indices {
            for right in touches.indices where left != right {
                crossings[left * count + right] =
                    Self.crossings(touches[left].above, touches[right].above)
                    + Self.crossings(touches[left].below, touches[right].below)
            }
        }
    }

    /// How often the lines of two neighbours cross on one side of the rank, by where the left and the right item's lines end there.
    private static func crossings(_ left: [Double], _ right: [Double]) -> Int {
        var count = 0
        for place in left {
            for other in right where other < place { count += 1 }
        }
        return count
    }

    /// An order in which no item has a better place; the items before `first`, such as the title, stay.
    func sifted(first: Int) -> [Int] {
        var order = Array(0..<count)
        var isSettled = count < 2
        while !isSettled {
            isSettled = true
            for item in first..<count {
                guard let now = order.firstIndex(of: item) else { continue }
                if let better = betterPlace(of: item, now, in: order, first: first) {
                    order.remove(at: now)
                    order.insert(item, at: better)
                    isSettled = false
                }
            }
        }
        return order
    }

    /// The place to either side of the item's own at which its lines cross the fewest others; nil where no place saves a crossing.
    private func betterPlace(of item: Int, _ now: Int, in order: [Int], first: Int) -> Int? {
        var best: (saved: Int, place: Int) = (0, now)
        var saved = 0
        for place in (first..<now).reversed() {
            let other = order[place]
            saved += crossings[other * count + item] - crossings[item * count + other]
            if saved > best.saved { best = (saved, place) }
        }
        saved = 0
        for place in (now + 1)..<max(now + 1, order.count) {
            let other = order[place]
            saved += crossings[item * count + other] - crossings[other * count + item]
            if saved > best.saved { best = (saved, place) }
        }
        return best.place == now ? nil : best.place
    }
}
