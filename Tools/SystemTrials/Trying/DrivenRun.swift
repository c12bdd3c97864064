package import KeywayTesting

/// One run of a system, from nothing until it is over or long enough.
package struct DrivenRun: Sendable {
    package var steps: [TrialStep]
    /// What it broke of all that can be asked, by the explorer's names.
    package var broken: [String]
    /// What must be so sometimes and was so.
    package var witnessed: Set<String>

    /// No run goes on longer.
    private static let greatestLength = 70
    /// So many steps more for what still happens once it is over.
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
        return DrivenRun(steps: steps, broken: world.verdict.broken, witnessed: world.verdict.witnessed)
    }

    /// Does the steps of a run once more, also where some of them are missing.
    package init(_ steps: [TrialStep], of system: LoadedSystem) {
        var world = World(system, after: steps)
        for step in steps { world.take(step) }
        world.perform()
        self.init(steps: steps, broken: world.verdict.broken, witnessed: world.verdict.witnessed)
    }

    private init(steps: [TrialStep], broken: [String], witnessed: Set<String>) {
        self.steps = steps
        self.broken = broken
        self.witnessed = witnessed
    }

    /// Whether it breaks what is called so, or shows it where that is what must be so sometimes.
    package func contradicts(_ name: String) -> Bool { broken.contains(name) || witnessed.contains(name) }

    /// The shortest of the runs that are left when steps are dropped and that still contradict the same.
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
