import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// What callers, observers and the SDK do. Nobody is waited for: what they are told is noted when it comes.
extension ReopenedCourse {
    mutating func begin(on orchestrator: Orchestrator, in life: Life) {
        let id = RunID.random(using: &chance)
        let patience = Duration.seconds(Int.random(in: 1...3, using: &chance))
        runs.append(id)
        tell("run \(runs.count) begins")
        witness.noteBeginning()
        let task = Task.detached { [witness] in
            let result: Result<Void, RunError>
            do throws(RunError) {
                let flow = FlowVersion.shared(for: Errand.self).flow
                let values = Errand.Parameters(patience: patience).values
                _ = try await orchestrator.begin(flow, choosing: values, reference: "an errand", as: id)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            witness.noteBegun(id, in: life.number, result)
        }
        tasks.append(task)
    }

    mutating func send(on orchestrator: Orchestrator, in life: Life) {
        let commands: [Errand.Command] = [
            .start, .start, .next(number: Int.random(in: 0...9, using: &chance)), .next(number: 0),
        ]
        let command = chance.happens(percent: 6) ? .cancel : commands.randomElement(using: &chance) ?? .start
        guard let run = runs.randomElement(using: &chance) else { return }
        let identity = "\(chance.next())"
        send(command, as: identity, to: run, in: life, on: orchestrator)
    }

    /// Asks a command again that was asked before, perhaps in an earlier life.
    mutating func repeatSending(on orchestrator: Orchestrator, in life: Life) {
        // One number, however many commands could be sent by now.
        let drawn = chance.next()
        let known = witness.sendings
        guard !known.isEmpty else { return }
        let earlier = known[Int(drawn % UInt64(known.count))]
        send(earlier.command, as: earlier.identity, to: earlier.run, in: life, on: orchestrator, isRepetition: true)
    }

    private func send(
        _ command: Errand.Command, as identity: String, to id: RunID, in life: Life, on orchestrator: Orchestrator,
        isRepetition: Bool = false
    ) {
        guard let run = orchestrator.run(id, of: Errand.self) else { return }
        tell("\(isRepetition ? "again " : "")\(command) to run \((runs.firstIndex(of: id) ?? 0) + 1)")
        let isForgotten = isRepetition && mistake == .repetitionDecided
        let askedAs = isForgotten ? "\(identity) again" : identity
        let place = witness.noteSending(
            Witness.Sending(life: life.number, run: id, identity: identity, askedAs: askedAs, command: command))
        let isEarly = mistake == .answeredTooEarly && command == .start
        run.send(command, id: askedAs) { [witness] answer in
            if !isEarly { witness.noteAnswer(answer, to: place) }
        }
        if isEarly { witness.noteAnswer(.success(.accepted), to: place) }
    }

    /// Somebody observes a run from now on; now and then for a few situations only.
    mutating func watch(on orchestrator: Orchestrator, in life: Life) {
        guard let id = runs.randomElement(using: &chance) else { return }
        let most = chance.happens(percent: 25) ? Int.random(in: 1...4, using: &chance) : .max
        guard let run = orchestrator.run(id, of: Errand.self) else { return }
        tell("somebody observes run \((runs.firstIndex(of: id) ?? 0) + 1)")
        watch(run, in: life, most: most)
    }

    mutating func watch(_ run: Run<Errand>, in life: Life, most: Int = .max) {
        let place = witness.noteWatching(run.id, in: life.number)
        let situations = run.situations
        let task = Task.detached { [witness] in
            var count = 0
            do {
                for try await situation in situations {
                    witness.noteShown(situation, to: place)
                    count += 1
                    if count == most { return }
                }
                witness.noteEnd(nil, to: place)
            } catch {
                witness.noteEnd(error, to: place)
            }
        }
        tasks.append(task)
    }

    /// The SDK says something, to the run that holds it or to one run.
    mutating func speak(to orchestrator: Orchestrator) {
        let word = words.word(isReady: chance.happens(percent: 30))
        let chosen = runs.randomElement(using: &chance)
        if chance.happens(percent: 60) {
            try? device.sources.deliver(word, as: Errand.self)
        } else if let chosen, let run = orchestrator.run(chosen, of: Errand.self) {
            run.deliver(word)
        }
    }
}
