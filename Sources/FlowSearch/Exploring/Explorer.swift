/// Finds every configuration that a system can reach, nearest first.
public struct Explorer<System: TransitionSystem> {
    /// How a search ended.
    ///
    /// What a stopped search found is true of the system. Only a complete search shows that something is never reached.
    public enum Outcome {
        /// The search went through everything.
        case complete(Exploration<System>)
        /// The search stopped: there are more configurations than the limit, or `report` said that it should not go on.
        ///
        /// Each run in the explored part is a run of the system. Nothing is known of what the part does not contain.
        case stopped(Progress, part: Exploration<System>)

        /// What a complete search found; nil after a stopped one.
        public var exploration: Exploration<System>? {
            if case .complete(let exploration) = self { exploration } else { nil }
        }
    }

    private var system: System
    /// What the search has found so far.
    private var store = ConfigurationStore()
    private var progress = Progress()
    /// The steps from the configuration that is expanded now; a property, so that the array's memory is used again.
    private var steps: [Step] = []

    private init(_ system: System) { self.system = system }

    /// Takes every step from every configuration.
    ///
    /// - Parameters:
    ///   - system: what is explored.
    ///   - limit: the search stops when it finds more configurations than this, or more than 268 million.
    ///   - report: hears after every 65,536 expanded configurations how far the search got, and says whether to go on.
    public static func explore(
        _ system: System, limit: Int = 40_000_000, reporting report: (Progress) -> Bool = { _ in true }
    ) -> Outcome {
        var explorer = Explorer(system)
        let isComplete = explorer.search(limit: limit, reporting: report)
        return isComplete
            ? .complete(explorer.exploration(isComplete: true))
            : .stopped(explorer.progress, part: explorer.exploration(isComplete: false))
    }

    /// Explores a system until more configurations than the limit are found; the caller need not know whether the
    /// search stopped.
    ///
    /// It stops at 268 million configurations in any case.
    static func part(of system: System, limit: Int) -> Exploration<System> {
        var explorer = Explorer(system)
        let isComplete = explorer.search(limit: limit, reporting: { _ in true })
        return explorer.exploration(isComplete: isComplete)
    }

    private func exploration(isComplete: Bool) -> Exploration<System> {
        Exploration(of: system, store, steps: progress.steps, depth: progress.depth, isComplete: isComplete)
    }

    /// Expands one level after the other: the configurations that are equally many steps from a beginning.
    ///
    /// False if there are more configurations than the limit or than a store can number, or the report says to stop.
    private mutating func search(limit: Int, reporting report: (Progress) -> Bool) -> Bool {
        let limit = min(limit, ConfigurationStore.greatestCount)
        store.take(targetsOf: system.beginnings(), from: ConfigurationStore.none)
        mergeFound()
        var level = 0..<store.count
        while !level.isEmpty {
            for position in level {
                guard progress.configurations <= limit else { return false }
                expand(position)
                // After every 65,536 expanded configurations.
                let reports = progress.expanded & 0xFFFF == 0
                if reports || store.countIfAllAreNew > limit { mergeFound() }
                if reports, !report(progress) { return false }
            }
            mergeFound()
            level = level.upperBound..<store.count
            if !level.isEmpty, progress.configurations <= limit { progress.depth += 1 }
        }
        return progress.configurations <= limit
    }

    /// Takes every step from the configuration.
    private mutating func expand(_ position: Int) {
        steps.removeAll(keepingCapacity: true)
        system.appendSteps(from: store.configurations[position], to: &steps)
        store.take(targetsOf: steps, from: UInt32(truncatingIfNeeded: position))
        progress.expanded += 1
        progress.steps += steps.count
    }

    /// Keeps each configuration that was found since the last call, once, and counts all that are kept.
    private mutating func mergeFound() {
        store.settle()
        progress.configurations = store.count
    }
}
