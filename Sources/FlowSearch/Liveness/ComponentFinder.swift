/// Finds the strongly connected components in which a run can go round, each step being taken once more.
///
/// Source: Tarjan, Depth-first search and linear graph algorithms, 1972; without recursion.
struct ComponentFinder<System: TransitionSystem> {
    /// Positions that all lead to each other, ascending.
    typealias Component = [Int]

    private struct Visit {
        var position: Int
        /// Where its targets begin among those that are still to be looked at.
        var base: Int
        var leadsToItself: Bool
    }

    private var system: System
    private let store: ConfigurationStore
    /// The order of the visits, from 1; 0 where not yet visited.
    private var number: [UInt32]
    /// The lowest number that is reached within the component; 0 once the component is known.
    private var lowest: [UInt32]
    private var path: [Visit] = []
    private var targets: [UInt32] = []
    private var stack: [UInt32] = []
    private var steps: [Step] = []
    private var visited: UInt32 = 0
    private var components: [Component] = []

    private init(_ system: System, _ store: ConfigurationStore) {
        self.system = system
        self.store = store
        number = [UInt32](repeating: 0, count: store.count)
        lowest = number
    }

    /// Those with a cycle, the nearest to a beginning first, of configurations that were all found.
    static func components(of system: System, among store: ConfigurationStore) -> [Component] {
        var finder = ComponentFinder(system, store)
        for root in 0..<finder.store.count where finder.number[root] == 0 { finder.visit(from: root) }
        return finder.components.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }

    private mutating func visit(from root: Int) {
        enter(root)
        while let visit = path.last {
            if targets.count > visit.base, let target = targets.popLast() {
                if number[Int(target)] == 0 {
                    enter(Int(target))
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

    private mutating func enter(_ position: Int) {
        visited += 1
        number[position] = visited
        lowest[position] = visited
        stack.append(UInt32(truncatingIfNeeded: position))
        var visit = Visit(position: position, base: targets.count, leadsToItself: false)
        steps.removeAll(keepingCapacity: true)
        system.appendSteps(from: store.configurations[position], to: &steps)
        for step in steps {
            guard let target = store.position(of: step.target) else { continue }
            if target == position {
                visit.leadsToItself = true
            } else {
                targets.append(UInt32(truncatingIfNeeded: target))
            }
        }
        path.append(visit)
    }

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
