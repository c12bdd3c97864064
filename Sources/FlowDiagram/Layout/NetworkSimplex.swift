/// Finds places on a line that are far enough apart, so that what is tied together is as near as it can be.
///
/// It minimises the sum of weight times distance over all ties. A spanning tree of ties that are as short as they may be is
/// improved tie by tie until none can be exchanged for a better one. Source: Gansner, Koutsofios, North, Vo: A technique for
/// drawing directed graphs, 1993, section 2.3; what they call cut values are here sums over subtrees.
struct NetworkSimplex {
    /// Two points, of which the head must stand at least `length` behind the tail; each step further behind costs `weight`.
    struct Tie {
        var tail: Int
        var head: Int
        var length: Int
        var weight: Int
    }

    /// The place of each point, by the point's number.
    private(set) var places: [Int]

    private let ties: [Tie]
    /// For each point the ties whose tail it is, by their positions.
    private var outgoing: [[Int]]
    /// For each point the ties whose head it is, by their positions.
    private var incoming: [[Int]]
    /// For each point the ties of the tree that end at it, by their positions.
    private var branches: [[Int]]
    /// For each point the tie of the tree towards the root; nil at a root.
    private var parents: [Int?]
    /// For the subtree below each point: the weights of the ties that leave it, less those of the ties that enter it.
    private var sums: [Int]
    /// For each point the number of the search of a subtree that last met it; negative where the point was outside of that subtree.
    private var marks: [Int]
    /// How many searches of a subtree there were so far; the latest has this number.
    private var searches = 0
    /// How many steps may still be taken before the places count as good enough; no real diagram needs nearly as many.
    private var patience = 20_000_000

    /// Begins with the given places, the nearer to a good result the better; points that stand too near are moved on.
    init(from beginning: [Int], ties: [Tie]) {
        self.ties = ties
        places = beginning
        outgoing = Array(repeating: [], count: places.count)
        incoming = outgoing
        for (position, tie) in ties.enumerated() {
            outgoing[tie.tail].append(position)
            incoming[tie.head].append(position)
        }
        branches = outgoing.map { _ in [] }
        parents = Array(repeating: nil, count: places.count)
        sums = Array(repeating: 0, count: places.count)
        marks = sums
        pack()
        plant()
        improve()
    }

    /// Moves each point as far behind the others as its ties demand.
    private mutating func pack() {
        var waiting = incoming.map(\.count)
        var ready = waiting.indices.filter { waiting[$0] == 0 }
        while let point = ready.popLast() {
            for tie in outgoing[point] {
                let head = ties[tie].head
                places[head] = max(places[head], places[point] + ties[tie].length)
                waiting[head] -= 1
                if waiting[head] == 0 { ready.append(head) }
            }
        }
    }

    /// How much longer the tie is than it has to be; a tie of the tree has no slack.
    private func slack(of tie: Int) -> Int { places[ties[tie].head] - places[ties[tie].tail] - ties[tie].length }

    /// The point at the other end of the tie.
    private func other(_ tie: Int, than point: Int) -> Int {
        ties[tie].tail == point ? ties[tie].head : ties[tie].tail
    }

    // MARK: - The first tree

    /// Grows a tree from each point that no earlier tree has reached: the tree moves as a whole until a tie to a further point has no slack,
    /// and takes that point in.
    private mutating func plant() {
        var isPlanted = Array(repeating: false, count: places.count)
        var order: [Int] = []
        for root in places.indices where !isPlanted[root] {
            var growth = TreeGrowth()
            let first = order.count
            var point = root
            while true {
                isPlanted[point] = true
                order.append(point)
                // A place is kept as if the tree had stood still all the time. So the way that the tree moved before it took this point in is
                // taken off here, and once the tree is whole, all of its points are moved by the tree's whole way.
                places[point] -= growth.shift
                for tie in outgoing[point] where !isPlanted[ties[tie].head] {
                    growth.push(tie, slack: slack(of: tie), isOutgoing: true)
                }
                for tie in incoming[point] where !isPlanted[ties[tie].tail] {
                    growth.push(tie, slack: slack(of: tie), isOutgoing: false)
                }
                guard let tie = growth.pop(unless: { isPlanted[ties[$0].tail] && isPlanted[ties[$0].head] }) else {
                    break
                }
                point = isPlanted[ties[tie].tail] ? ties[tie].head : ties[tie].tail
                parents[point] = tie
                branches[ties[tie].tail].append(tie)
                branches[ties[tie].head].append(tie)
            }
            for point in order[first...] { places[point] += growth.shift }
        }
        for point in order.reversed() {
            sums[point] += outgoing[point].reduce(0) { $0 + ties[$1].weight }
            sums[point] -= incoming[point].reduce(0) { $0 + ties[$1].weight }
            if let tie = parents[point] { sums[other(tie, than: point)] += sums[point] }
        }
    }

    // MARK: - Better trees

    /// Exchanges ties of the tree, point by point, until no exchange makes the sum smaller.
    private mutating func improve() {
        var point = 0
        var unchanged = 0
        while unchanged < places.count, patience > 0 {
            // The subtree below the tie can only move so that the tie gets longer: back where the point is the tie's tail, else forward. A
            // step back costs `sums[point]`, and a step forward as much with the other sign. A move is made only where this is negative.
            if let tie = parents[point], sums[point] != 0, (ties[tie].tail == point) == (sums[point] < 0),
                exchange(tie, above: point)
            {
                unchanged = 0
            } else {
                unchanged += 1
            }
            point = point + 1 < places.count ? point + 1 : 0
            patience -= 1
        }
    }

    /// Exchanges a tie of the tree: moves the subtree below it, so that the tie gets longer, until some other tie between the subtree and
    /// the rest has no slack. This other tie takes the place of the given one in the tree. False where no other tie gets shorter by such a
    /// move.
    ///
    /// For most subtrees another tie has no slack from the beginning. Then they do not move, and only a part of them is looked at.
    ///
    /// - Parameters:
    ///   - tie: the tie of the tree that is given up.
    ///   - child: the end of the tie that is further from the root, which is the root of the subtree.
    private mutating func exchange(_ tie: Int, above child: Int) -> Bool {
        let movesBack = ties[tie].tail == child
        searches += 1
        marks[child] = searches
        var subtree = [child]
        var next = 0
        var best: (slack: Int, tie: Int, point: Int)?
        while next < subtree.count, best?.slack != 0 {
            let point = subtree[next]
            for candidate in movesBack ? incoming[point] : outgoing[point] {
                let slack = slack(of: candidate)
                guard slack < best?.slack ?? .max, !isInSubtree(other(candidate, than: point)) else { continue }
                best = (slack, candidate, point)
            }
            for branch in branches[point] where branch != parents[point] {
                let child = other(branch, than: point)
                marks[child] = searches
                subtree.append(child)
            }
            next += 1
        }
        patience -= subtree.count
        guard let best else { return false }
        if best.slack > 0 { for point in subtree { places[point] += movesBack ? -best.slack : best.slack } }
        hang(child, from: tie, to: best.tie, at: best.point)
        return true
    }

    /// Whether the point belongs to the subtree that is searched: climbs from it to a point that the search has marked.
    private mutating func isInSubtree(_ point: Int) -> Bool {
        var end = point
        while abs(marks[end]) != searches, let tie = parents[end] { end = other(tie, than: end) }
        let mark = marks[end] == searches ? searches : -searches
        marks[end] = mark
        var met = point
        while met != end, let tie = parents[met] {
            marks[met] = mark
            met = other(tie, than: met)
            patience -= 1
        }
        return mark > 0
    }

    /// Hangs the child's subtree to the tree by another tie, whose end in the subtree becomes the subtree's root.
    private mutating func hang(_ child: Int, from old: Int, to new: Int, at root: Int) {
        let sum = sums[child]
        addToAncestors(of: other(old, than: child), -sum)
        branches[ties[old].tail].removeAll { $0 == old }
        branches[ties[old].head].removeAll { $0 == old }
        var point = root
        addToAncestors(of: other(new, than: point), sum)
        branches[ties[new].tail].append(new)
        branches[ties[new].head].append(new)
        // From the new root up to the child each tie is turned round: what was below a point is then above it.
        var parent = new
        // The sum of the part of the subtree that was below the point and now is above it.
        var turnedOver = 0
        while true {
            let (oldParent, oldSum) = (parents[point], sums[point])
            parents[point] = parent
            sums[point] = sum - turnedOver
            guard point != child, let oldParent else { return }
            turnedOver = oldSum
            parent = oldParent
            point = other(oldParent, than: point)
        }
    }

    /// Adds to the sums of the point and of all points between it and the root.
    private mutating func addToAncestors(of point: Int, _ sum: Int) {
        var point = point
        sums[point] += sum
        while let tie = parents[point] {
            point = other(tie, than: point)
            sums[point] += sum
        }
    }
}
