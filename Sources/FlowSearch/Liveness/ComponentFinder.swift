/// Finds the strongly connected components of a graph that contain a cycle, in one pass and without recursion.
///
/// The nodes of the graph are positions, numbers from 0 on, such as those of configurations in a store.
///
/// Source: Tarjan, Depth-first search and linear graph algorithms, 1972.
package struct ComponentFinder {
    /// Positions that all lead to each other, ascending.
    package typealias Component = [Int]

    /// A position on the way from the root of the search to the position that is visited now.
    private struct Visit {
        var position: Int
        /// The index in `targets` at which the targets of this position begin.
        var base: Int
        var leadsToItself: Bool
    }

    /// For each position, its place in the order of visits, from 1; 0 where it was not visited yet.
    private var number: [UInt32]
    /// For each visited position, the lowest of these numbers that the search has met from it so far, among positions whose component
    /// was not known then; 0 once its own component is known.
    private var lowest: [UInt32]
    /// The visits from the root of the search to the position that is visited now.
    private var path: [Visit] = []
    /// The targets that are still to be looked at, of all visits on the path.
    private var targets: [UInt32] = []
    /// The visited positions whose component is not known yet.
    private var stack: [UInt32] = []
    /// How many positions were visited.
    private var visited: UInt32 = 0
    private var components: [Component] = []

    private init(count: Int) {
        number = [UInt32](repeating: 0, count: count)
        lowest = number
    }

    /// The components with a cycle, the one with the lowest position first.
    ///
    /// - Parameters:
    ///   - count: how many positions there are, from 0 on.
    ///   - appendTargets: adds the positions to which the given position leads; it is called once for each position.
    package static func components(count: Int, appendTargets: (Int, inout [UInt32]) -> Void) -> [Component] {
        var finder = ComponentFinder(count: count)
        for root in 0..<count where finder.number[root] == 0 { finder.visit(from: root, appendTargets) }
        return finder.components.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }

    private mutating func visit(from root: Int, _ appendTargets: (Int, inout [UInt32]) -> Void) {
        enter(root, appendTargets)
        while let visit = path.last {
            if targets.count > visit.base, let target = targets.popLast() {
                if number[Int(target)] == 0 {
                    enter(Int(target), appendTargets)
                } else if lowest[Int(target)] != 0 {
                    lowest[visit.position] = min(lowest[visit.position], number[Int(target)])
                }
            } else {
                path.removeLast()
                leave(visit)
                if let parent = path.last?.position, lowest[visit.position] != 0 {
                    lowest[parent] = min(lowest[parent], lowest[visit.position])
                }
            }
        }
    }

    private mutating func enter(_ position: Int, _ appendTargets: (Int, inout [UInt32]) -> Void) {
        visited += 1
        number[position] = visited
        lowest[position] = visited
        stack.append(UInt32(truncatingIfNeeded: position))
        let base = targets.count
        appendTargets(position, &targets)
        let leadsToItself = targets[base...].contains { Int($0) == position }
        path.append(Visit(position: position, base: base, leadsToItself: leadsToItself))
    }

    /// Ends a visit; where the position is the first of its component that was visited, takes the component from the stack.
    private mutating func leave(_ visit: Visit) {
        guard lowest[visit.position] == number[visit.position] else { return }
        var members: Component = []
        while let member = stack.popLast() {
            lowest[Int(member)] = 0
            members.append(Int(member))
            if Int(member) == visit.position { break }
        }
        if members.count > 1 || visit.leadsToItself { components.append(members.sorted()) }
    }
}
