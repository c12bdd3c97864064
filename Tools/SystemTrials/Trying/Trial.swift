package import FlowProviders
package import KeywayTesting

/// One system, explored once and driven as often as one likes: do runs break what is called proved, and do counterexamples play?
package struct Trial: Sendable {
    /// No larger system is driven.
    package static let greatestCount = 200_000

    package let system: LoadedSystem
    /// Nil where everything is taken for proved.
    package let exploration: FlowExploration?
    /// What is held against runs.
    let claims: Claims

    /// Explores the system; nil where it does not fit, or is larger than the limit.
    package init?(_ system: LoadedSystem, limit: Int = greatestCount) {
        guard let exploration = system.explored(limit: limit), exploration.isComplete else { return nil }
        self.system = system
        self.exploration = exploration
        claims = Claims(of: exploration)
    }

    /// A system of which another search has proved everything.
    package init(ofProved system: LoadedSystem) {
        self.system = system
        exploration = nil
        claims = .everything
    }

    /// The same with a mistake: what it claims is what no sound exploration does.
    package init?(_ system: LoadedSystem, planting plant: Plant, limit: Int = greatestCount) {
        guard let sound = Trial(system, limit: limit), let explored = sound.exploration else { return nil }
        self.system = system
        exploration = explored
        switch plant {
        case .brokenIsProved:
            var doctored = explored
            for place in doctored.requirements.indices where doctored.requirements[place].verdict == .broken {
                doctored.requirements[place].verdict = .proved
            }
            claims = Claims(of: doctored).subtracting(sound.claims)
        case .counterexampleCutShort:
            claims = sound.claims.subtracting(sound.claims)
        default:
            let seen = plant.seen(system.text)
            var mending = Mending(seen)
            guard seen != system.text, let mistaken = mending.mended().flatMap({ Trial($0, limit: limit) }) else {
                return nil
            }
            claims = mistaken.claims.subtracting(sound.claims)
        }
    }

    /// Drives runs until so many steps are done; each name's first contradiction is told, its run shrunk.
    package func drive(
        steps: Int, generator: inout SeededGenerator
    ) -> (steps: Int, contradictions: [Contradiction]) {
        var done = 0
        var found: [Contradiction] = []
        while done < steps {
            let run = DrivenRun.random(system, generator: &generator)
            done += max(run.steps.count, 1)
            for name in claims.contradicted(by: run) where !found.contains(where: { $0.name == name }) {
                found.append(Contradiction(name, run.shrunk(of: system, contradicting: name), of: system))
            }
        }
        return (done, found)
    }
}

extension LoadedSystem {
    /// What the explorer says; nil where it refuses.
    package func explored(limit: Int) -> FlowExploration? {
        try? explore(machine, against: models, through: text.channel, crashing: text.crashes, limit: limit)
    }
}
