package import FlowProviders
package import KeywayTesting

/// One system that is explored once and then driven, to see whether a run breaks what the explorer calls proved.
package struct Trial: Sendable {
    /// A system with more configurations than this is not driven.
    package static let greatestCount = 200_000

    package let system: LoadedSystem
    /// Nil where everything is taken for proved without an exploration.
    package let exploration: FlowExploration?
    /// What runs are checked against.
    let claims: Claims

    /// Explores the system; nil where the explorer refuses it, or it has more configurations than the limit.
    package init?(_ system: LoadedSystem, limit: Int = greatestCount) {
        guard let exploration = system.explored(limit: limit), exploration.isComplete else { return nil }
        self.system = system
        self.exploration = exploration
        claims = Claims(of: exploration, in: system)
    }

    /// A trial of a system of which everything was proved elsewhere.
    package init(ofProved system: LoadedSystem) {
        self.system = system
        exploration = nil
        claims = .everything
    }

    /// A trial by an explorer with a mistake. Its claims are those that the sound explorer does not make, so a run that breaks one shows
    /// the mistake. Nil also where the mistake makes no difference to the system.
    package init?(_ system: LoadedSystem, planting plant: Plant, limit: Int = greatestCount) {
        guard let sound = Trial(system, limit: limit), let explored = sound.exploration else { return nil }
        self.system = system
        exploration = explored
        switch plant {
        case .brokenIsProved:
            var doctored = explored
            for place in doctored.judgements.indices where doctored.judgements[place].verdict == .broken {
                doctored.judgements[place].verdict = .proved
            }
            claims = Claims(of: doctored, in: system).subtracting(sound.claims)
        case .reachedHidden, .reachedBySubFlowsHidden:
            var doctored = explored
            if plant == .reachedHidden {
                doctored.reached.states = []
            } else {
                doctored.reached.statesOfSubFlows = doctored.reached.statesOfSubFlows.mapValues { _ in [] }
            }
            claims = Claims(of: doctored, in: system).subtracting(sound.claims)
        case .counterexampleCutShort:
            // This mistake is in the counterexamples, so there are no claims to check.
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

    /// Drives runs until `steps` steps are done; returns the first contradiction of each claim, with its run made short.
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
    /// The explorer's result; nil where it refuses the system.
    package func explored(limit: Int) -> FlowExploration? {
        try? explore(machine, against: models, through: text.channel, crashing: text.crashes, limit: limit)
    }
}
