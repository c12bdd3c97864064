/// Every configuration that a system can reach.
///
/// After a complete search each answer is true of all runs of the system; after a stopped one see ``Explorer/Outcome``.
public struct Exploration<System: TransitionSystem> {
    /// The system that was explored; it comes back with what it has remembered or noted on the way.
    public internal(set) var system: System
    let store: ConfigurationStore
    /// How many steps lead from one configuration to another, or to itself; beginnings are not counted.
    public let stepCount: Int
    /// How many steps a shortest way to the farthest configuration has.
    public let depth: Int
    /// Whether the search went through everything.
    private let isComplete: Bool

    init(of system: System, _ store: ConfigurationStore, steps: Int, depth: Int, isComplete: Bool) {
        self.system = system
        self.store = store
        stepCount = steps
        self.depth = depth
        self.isComplete = isComplete
    }

    /// How many configurations there are.
    public var configurationCount: Int { store.count }

    /// The configurations, nearest first.
    public var configurations: [Configuration] { store.configurations }

    /// How many configurations a search of a part of the system, without some of its steps, may find before it stops.
    ///
    /// A part reaches no configuration that the whole system does not reach, so after a complete search there is no
    /// limit. After a stopped search the system may have no end, so the search of the part stops as well.
    var limitForPart: Int { isComplete ? .max : configurationCount }

    /// Whether a run can reach the configuration.
    ///
    /// - Parameter configuration: packed as the system packs it. Of one that a stopped search has not found nothing is
    ///   known, and the answer is false.
    public func contains(_ configuration: Configuration) -> Bool { store.position(of: configuration) != nil }

    /// A shortest run to the configuration; nil where there is none.
    ///
    /// - Parameter configuration: packed as the system packs it.
    public mutating func shortestRun(to configuration: Configuration) -> Run? {
        store.position(of: configuration).map { run(to: $0) }
    }

    /// The run by which the configuration at this position was found.
    ///
    /// The store keeps configurations and no steps, so the system is asked once more for the steps on the way. Where several steps lead
    /// from one configuration to the next, the first that the system names is taken.
    mutating func run(to position: Int) -> Run {
        var way = [position]
        while let last = way.last, store.parents[last] != ConfigurationStore.none {
            way.append(Int(store.parents[last]))
        }
        way.reverse()
        var steps = system.beginnings()
        var moments: [Step] = []
        for position in way {
            let configuration = store.configurations[position]
            if let step = steps.first(where: { $0.target == configuration }) { moments.append(step) }
            steps.removeAll(keepingCapacity: true)
            system.appendSteps(from: configuration, to: &steps)
        }
        return Run(moments: moments)
    }
}

/// A run of the explored system: what happens one after the other, from a beginning on.
public struct Run: Hashable, Sendable {
    /// The beginning, then each step.
    public var moments: [Step]

    /// A run of moments that somebody has found.
    ///
    /// - Parameter moments: the beginning, then each step. Nothing checks that each follows from the one before.
    public init(moments: [Step]) { self.moments = moments }

    /// The configuration that the run leads to; nil for a run without a beginning.
    public var last: Configuration? { moments.last?.target }

    /// How many steps the run has after its beginning, which is a moment but no step.
    public var stepCount: Int { max(moments.count - 1, 0) }
}
