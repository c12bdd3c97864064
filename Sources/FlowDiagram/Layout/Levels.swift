/// How far down each block of a group stands: every edge that is not part of a cycle leads down.
///
/// A block is a node, or an inner group as a whole. Its level counts from 0 at the top, and blocks of one level stand side by side. Cycles
/// are cut at the edges that lead back in a search in depth, then each block stands one below the lowest that leads to it. At last some
/// blocks move further down, nearer to those to which they lead.
/// Source: Gansner, Koutsofios, North, Vo: A technique for drawing directed graphs, 1993, sections 2.1 and 2.2.
struct Levels {
    /// The level of each block.
    private(set) var levels: [Diagram.Place: Int] = [:]

    /// `entered`: the blocks that an edge from outside their group leads to or into, and those in which a run begins. The search that cuts
    /// cycles begins at them.
    init(_ blocks: [Diagram.Place], edges: [EdgeSegments.BlockEdge], entered: Set<Diagram.Place>) {
        let position = Dictionary(uniqueKeysWithValues: blocks.enumerated().map { ($0.element, $0.offset) })
        var successors = Array(repeating: [Int](), count: blocks.count)
        for edge in edges {
            guard let from = position[edge.from], let to = position[edge.to] else { continue }
            if !successors[from].contains(to) { successors[from].append(to) }
        }
        let roots = blocks.indices.filter { entered.contains(blocks[$0]) }
        let forward = Self.withoutCycles(successors, roots: roots + blocks.indices.filter { !roots.contains($0) })
        let levels = Self.tightened(Self.longestPaths(forward.order, forward.successors), forward.successors)
        for (index, block) in blocks.enumerated() { self.levels[block] = levels[index] }
    }

    /// The graph with every edge turned round that leads back, and its nodes in an order in which no edge leads back.
    private static func withoutCycles(
        _ successors: [[Int]], roots: [Int]
    ) -> (successors: [[Int]], order: [Int]) {
        enum Mark { case unseen, open, done }
        var marks = Array(repeating: Mark.unseen, count: successors.count)
        var forward = Array(repeating: [Int](), count: successors.count)
        var finished: [Int] = []
        for root in roots where marks[root] == .unseen {
            var stack = [(node: root, next: 0)]
            marks[root] = .open
            while let top = stack.last {
                guard top.next < successors[top.node].count else {
                    marks[top.node] = .done
                    finished.append(top.node)
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let to = successors[top.node][top.next]
                switch marks[to] {
                case .open: forward[to].append(top.node)
                case .done: forward[top.node].append(to)
                case .unseen:
                    forward[top.node].append(to)
                    marks[to] = .open
                    stack.append((to, 0))
                }
            }
        }
        return (forward, finished.reversed())
    }

    /// The level of each node: how many edges the longest way to it has.
    private static func longestPaths(_ order: [Int], _ successors: [[Int]]) -> [Int] {
        var levels = Array(repeating: 0, count: successors.count)
        for node in order {
            for to in successors[node] { levels[to] = max(levels[to], levels[node] + 1) }
        }
        return levels
    }

    /// Moves blocks down, so that their edges get shorter: each one that has more edges out of it than into it, until it stands just above
    /// the highest of the blocks to which it leads.
    private static func tightened(_ levels: [Int], _ successors: [[Int]]) -> [Int] {
        var levels = levels
        var entering = Array(repeating: 0, count: levels.count)
        for to in successors.joined() { entering[to] += 1 }
        // A block that moved down lets those that lead to it move down too, so there are several rounds; four are made.
        for _ in 0..<4 {
            for node in levels.indices where successors[node].count > entering[node] {
                guard let nearest = successors[node].map({ levels[$0] }).min() else { continue }
                levels[node] = max(levels[node], nearest - 1)
            }
        }
        return levels
    }
}
