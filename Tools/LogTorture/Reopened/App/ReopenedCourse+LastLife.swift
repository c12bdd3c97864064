import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// The last life of the app, in which nothing goes wrong any more: all runs end, and then one more run goes all its way.
extension ReopenedCourse {
    mutating func liveToTheEnd() async {
        openings.give(to: lives, isCalm: true)
        let life = makeLife(lives, isCalm: true)
        tell("the last life")
        guard let orchestrator = await open(in: life) else { return }
        for unfinished in orchestrator.unfinished {
            if let run = orchestrator.run(unfinished.run, of: Errand.self) { watch(run, in: life) }
        }
        await passUntilAllHaveEnded(orchestrator)
        if !tally.isBroken { await runOnceMore(orchestrator, in: life) }
        do { try await orchestrator.shutDown() } catch { breach(.logIsSound, "the last shutDown threw \(error)") }
        witness.noteShutDown(of: life.number)
        await awaitTasks()
    }

    /// Lets the time pass until no run is open, as each has deadlines of its own.
    private mutating func passUntilAllHaveEnded(_ orchestrator: Orchestrator) async {
        for _ in 0..<100 where !orchestrator.unfinished.isEmpty {
            clock.advance(by: .seconds(3))
            await rest(orchestrator, for: .seconds(60))
        }
        // The records that the last handlers have ended may need a while.
        let end = ContinuousClock.now + .seconds(60)
        do {
            while try await orchestrator.hasOpenRuns {
                await pause(for: .milliseconds(1))
                if ContinuousClock.now < end, orchestrator.unfinished.isEmpty { continue }
                let open = try await openings.present?.base.openRuns(after: nil, limit: 10) ?? []
                let unfinished = orchestrator.unfinished.map { "\($0.run) in \($0.state)" }
                return breach(.everyRunEnds, "unfinished are \(unfinished), and open in the log \(open)")
            }
        } catch {
            breach(.logIsSound, "the open runs: \(error)")
        }
    }

    /// A last run must get the lane, and everything that it asks: nothing of the runs before stands in its way.
    private mutating func runOnceMore(_ orchestrator: Orchestrator, in life: Life) async {
        let id = RunID.random(using: &chance)
        runs.append(id)
        do {
            let live = try await orchestrator.begin(
                FlowVersion.shared(for: Errand.self).flow, reference: "the last errand", as: id)
            let run = Run<Errand>(live)
            watch(run, in: life)
            let answer = try await run.send(.start, id: "the last start")
            guard answer == .accepted else { return breach(.everyRunEnds, "the last run's start: \(answer)") }
        } catch {
            return breach(.everyRunEnds, "the last run: \(error)")
        }
        for _ in 0..<40 {
            await rest(orchestrator, for: .seconds(60))
            if orchestrator.unfinished.isEmpty { break }
            clock.advance(by: .seconds(3))
        }
        let states = (try? await openings.present?.base.records(of: id)).map { $0.compactMap(\.rootState) } ?? []
        if states.last != .good { breach(.everyRunEnds, "the last run went through \(states)") }
    }

    /// Waits until callers and observers have heard all, for a while.
    private mutating func awaitTasks() async {
        let end = ContinuousClock.now + .seconds(60)
        while witness.unanswered > 0, ContinuousClock.now < end { await pause(for: .milliseconds(1)) }
        let unanswered = witness.unanswered
        if unanswered > 0 { breach(.everybodyIsAnswered, "\(unanswered) callers wait for ever") }
        for task in tasks {
            if tally.isBroken { task.cancel() }
            let isPatient = Lock(true)
            let timer = Task {
                do { try await Task.sleep(for: .seconds(60)) } catch { return }
                isPatient.withLock { $0 = false }
                task.cancel()
            }
            await task.value
            timer.cancel()
            if !isPatient.withLock({ $0 }) { breach(.everybodyIsAnswered, "an observer was never told the end") }
        }
    }
}

extension Record {
    /// The state of an errand itself behind this record; nil for a record of another leg, or without a step.
    var rootState: Errand.State? {
        guard leg == 0 else { return nil }
        return switch content {
        case .began(let beginning): Errand.state(at: beginning.outcome.state)
        case .event(let event): Errand.state(at: event.outcome.state)
        default: nil
        }
    }
}
