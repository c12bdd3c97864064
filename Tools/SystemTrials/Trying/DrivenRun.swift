package import KeywayTesting

/// One driven run of a system, with what it broke.
package struct DrivenRun: Sendable {
    /// What was done, in order, also what could not be done.
    package var steps: [TrialStep]
    /// What the run broke, by the explorer's names.
    package var broken: [String]
    /// The requirements `sometimes` of which the run showed that they can be so.
    package var witnessed: Set<String>
    /// The claims, that nothing comes to a state or a row, which the run refutes (`ReachedParts`).
    package var reached: Set<String>

    /// The greatest number of steps of a run.
    private static let greatestLength = 70
    /// How many steps are done once the run is over, for what still happens then.
    private static let lengthAfterEnd = 6

    /// Drives a run at random.
    package static func random(_ system: LoadedSystem, generator: inout SeededGenerator) -> DrivenRun {
        var hand = RandomHand(system, generator: SeededGenerator(seed: generator.next()))
        var steps = hand.choices() + hand.left()
        var world = World(system, after: steps)
        var after = 0
        while steps.count < greatestLength, after < lengthAfterEnd {
            if world.isOver { after += 1 }
            guard let step = hand.next(in: &world) else { continue }
            world.take(step)
            steps.append(step)
        }
        return DrivenRun(steps, in: world)
    }

    /// Does these steps: those of a run once more, or only some of them.
    package init(_ steps: [TrialStep], of system: LoadedSystem) {
        var world = World(system, after: steps)
        for step in steps { world.take(step) }
        world.perform()
        self.init(steps, in: world)
    }

    private init(_ steps: [TrialStep], in world: World) {
        self.steps = steps
        broken = world.judge.broken
        witnessed = world.judge.witnessed
        reached = world.judge.reached.refuted(in: world.system)
    }

    /// Whether the run breaks the requirement of this name, shows that it can be so where it is a `sometimes`, or comes to where nothing is
    /// said to come.
    package func contradicts(_ name: String) -> Bool {
        broken.contains(name) || witnessed.contains(name) || reached.contains(name)
    }

    /// A short run that still contradicts `name`: steps are left out while the rest contradicts it, first many at once, then one by one.
    package func shrunk(of system: LoadedSystem, contradicting name: String) -> DrivenRun {
        var shortest = self
        var size = max(steps.count / 2, 1)
        while true {
            var place = 0
            var isShorter = false
            while place < shortest.steps.count {
                var fewer = shortest.steps
                fewer.removeSubrange(place..<min(place + size, fewer.count))
                let run = DrivenRun(fewer, of: system)
                if run.contradicts(name) {
                    shortest = run
                    isShorter = true
                } else {
                    place += size
                }
            }
            if size == 1, !isShorter { return shortest }
            size = max(size / 2, 1)
        }
    }
}
