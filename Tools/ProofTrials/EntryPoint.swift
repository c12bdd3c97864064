import ProgramStreams
import SystemTrials

/// The program that checks the explorer against runs: it draws systems (a flow beside its provider's models) at random, explores
/// each, drives it by random steps, and compares. It also checks what `keyway shadow` reports of handlers.
@main
enum EntryPoint {
    static func main() {
        let streams = Streams()
        let call = streams.read { arguments throws(WrongCall) in try Call(arguments) }
        switch call.work {
        case .help: streams.write(Call.page)
        case .text:
            streams.write(
                (DrawnSystem(seed: call.seed).loaded()?.text.description ?? "'check' refuses it") + "\n")
        case .trials: trials(call, streams)
        case .planted: planted(call, streams)
        case .shipped: shipped(call, streams)
        case .shadows:
            let result = ShadowTrials.result(of: call, streams)
            streams.write(result.json)
            streams.end(with: result.isFine ? 0 : 1)
        }
        streams.end(with: 0)
    }

    /// Explores drawn systems and drives them. Prints the first contradiction of each kind, and each counterexample of the
    /// explorer that is misplayed: played from its transcript, its run does not do what the explorer says.
    ///
    /// `behaviors` of the call say what may happen to a driven run besides plain steps, such as callbacks that no row reads or answers to
    /// closed orders (`DrivenBehaviors`). Deaths of the app and lost words are not among them: they belong to the drawn system. What is
    /// drawn and explored depends on no behavior.
    private static func trials(_ call: Call, _ streams: Streams) -> Never {
        let begin = ContinuousClock.now
        var tally = TrialTally(allowing: call.behaviors, limit: call.limit)
        // How many contradictions of each kind were found; counterexamples that do not play count as a kind of their own.
        var kinds: [String: Int] = [:]
        for seed in call.seed..<call.seed + call.systems {
            if let time = call.time, ContinuousClock.now - begin > time { break }
            streams.showProgress("seed \(seed): \(tally.contradictions.count) contradictions, \(tally.steps) steps")
            // How many contradictions and misplayed counterexamples were known before this seed: those after them are new.
            let (known, misplayed) = (tally.contradictions.count, tally.misplayed.count)
            tally.tryOut(seed: seed, steps: call.steps)
            for (seed, contradiction) in tally.contradictions[known...] {
                kinds[contradiction.kind, default: 0] += 1
                guard kinds[contradiction.kind] == 1 else { continue }
                let shown = call.shrinks ? contradiction.inSmallerSystem() : contradiction
                streams.remark("=== seed \(seed), \(contradiction.kind)\n\(shown.description)\n")
            }
            for found in tally.misplayed[misplayed...] {
                kinds["misplayed", default: 0] += 1
                let text = kinds["misplayed"] == 1 ? "\n\(found.system.text)" : ""
                streams.remark("=== seed \(found.seed), misplayed: \(found.name): \(found.sentence)\(text)\n")
            }
        }
        streams.endProgress()
        for (kind, count) in kinds.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            streams.remark("\(count) \(kind)")
        }
        let result = TrialResult(tally)
        streams.write(result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }

    /// Drives the shipped flows. `keyway explore --all` proves all of their requirements, so whatever a run breaks is a contradiction.
    private static func shipped(_ call: Call, _ streams: Streams) -> Never {
        var tally = TrialTally(allowing: call.behaviors)
        var areAllLoaded = true
        for (name, loaded) in ShippedSystems.all(allowing: call.behaviors) {
            let known = tally.contradictions.count
            streams.showProgress(name)
            switch loaded {
            case .success(let system): tally.tryOut(proved: system, seed: call.seed, steps: call.steps)
            case .failure(let error):
                streams.remark("=== \(name): \(error)\n")
                areAllLoaded = false
            }
            for (_, contradiction) in tally.contradictions[known...] {
                let story = contradiction.story.joined(separator: "\n")
                streams.remark("=== \(name): \(contradiction.name), \(contradiction.kind)\n\(story)\n")
            }
        }
        streams.endProgress()
        let result = TrialResult(tally)
        streams.write(result.json)
        streams.end(with: result.isFine && areAllLoaded ? 0 : 1)
    }

    /// Makes each mistake of `Plant` in what is explored or in what comes of it, and looks for the first seed that shows the mistake; one
    /// that is not found is a failure.
    private static func planted(_ call: Call, _ streams: Streams) -> Never {
        var found: [(plant: Plant, seed: UInt64?)] = []
        for plant in Plant.allCases {
            var tally = TrialTally(allowing: call.behaviors, planting: plant, limit: call.limit)
            var seed = call.seed
            while seed < call.seed + call.systems, tally.isFine {
                tally.tryOut(seed: seed, steps: call.steps)
                seed += 1
                streams.showProgress("\(plant.rawValue): seed \(seed)")
            }
            found.append((plant, tally.isFine ? nil : seed - 1))
        }
        streams.endProgress()
        let result = TrialResult(planted: found)
        streams.write(result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }
}
