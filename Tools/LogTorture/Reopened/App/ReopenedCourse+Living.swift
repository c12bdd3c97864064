import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting

/// The lives of the app in which the log fails.
extension ReopenedCourse {
    /// One life: the log is opened, much happens, and the app ends.
    mutating func live(_ number: Int) async {
        if chance.happens(percent: 30) { shift += [-2_500, -100, 300, 60_000].randomElement(using: &chance) ?? 0 }
        if chance.happens(percent: 50) { device = Device() }
        openings.give(to: number, isCalm: false)
        let life = makeLife(number, isCalm: false)
        let steps = Int.random(in: 5...40, using: &chance)
        tell("life \(number): \(steps) steps, the wall clock is \(shift) ms ahead")
        guard let orchestrator = await open(in: life) else { return }
        for _ in 0..<steps { await act(on: orchestrator, in: life) }
        await end(orchestrator, of: life)
    }

    func makeLife(_ number: Int, isCalm: Bool) -> Life {
        Life(number, isCalm: isCalm, clock: clock, witness: witness, words: words, seed: seed)
    }

    /// Opens the log and an orchestrator over it, at last without any fault; nil where even that fails, which breaks a law.
    mutating func open(in life: Life) async -> Orchestrator? {
        for attempt in 0..<12 {
            if attempt == 8 { openings.give(to: life.number, isCalm: true) }
            do {
                let orchestrator = try await orchestrator(of: life)
                let unresumed = orchestrator.unresumed
                tell("opened, with \(orchestrator.unfinished.count) runs, \(unresumed.count) unread")
                if life.isCalm, !unresumed.isEmpty { breach(.everyRunGoesOn, "\(unresumed)") }
                return orchestrator
            } catch {
                tell("opening: \(error)")
                // An app whose orchestrator could not read the log closes the log, as the end of its process would.
                if let present = openings.present { try? await present.close() }
            }
        }
        breach(.logIsSound, "twelve openings in a row failed")
        return nil
    }

    private func orchestrator(of life: Life) async throws -> Orchestrator {
        let open: @Sendable () async throws -> any EventLog = { [openings] in try openings.open(in: life.number) }
        let service = Orchestrator.Service { _, _ in ErrandHandlers(life: life) }
            .performing { [mistake] in WitnessedHandler($0, in: life, mistake: mistake) }
        return try await Orchestrator(
            open(), openedBy: open, serving: [service], time: ShiftedTime(clock: clock, shift: shift),
            limit: Orchestrator.defaultLimit, recovery: mistake?.recovery ?? .sound,
            tracer: isTraced ? ErrandTracer(life: life) : nil,
            awakeRuns: seed.isMultiple(of: 3) ? 1 : Orchestrator.defaultAwakeRuns, device: { [device] _, _ in device })
    }

    /// Ends the life: the orchestrator is shut down, or another process takes the log.
    private mutating func end(_ orchestrator: Orchestrator, of life: Life) async {
        guard chance.happens(percent: 75) else {
            tell("another process takes the log")
            witness.noteTakeover(of: life.number)
            openings.give(to: life.number + 1, isCalm: false)
            await openings.present?.lose()
            device = Device()
            return
        }
        // What was asked just before is still on its way to its handlers.
        if chance.happens(percent: 60) { for _ in 0..<6 { send(on: orchestrator, in: life) } }
        let limits: [Duration] = [.zero, .zero, .milliseconds(2), .milliseconds(20)]
        let limit = limits.randomElement(using: &chance) ?? .zero
        do {
            try await orchestrator.shutDown(within: limit)
            tell("shut down within \(limit)")
        } catch {
            tell("shut down within \(limit): \(error)")
        }
        witness.noteShutDown(of: life.number)
    }

    /// One thing that somebody does: the app, the SDK, or the time.
    private mutating func act(on orchestrator: Orchestrator, in life: Life) async {
        switch Int.random(in: 0..<20, using: &chance) {
        case 0...2: begin(on: orchestrator, in: life)
        case 3...7: send(on: orchestrator, in: life)
        case 8: repeatSending(on: orchestrator, in: life)
        case 9, 10: watch(on: orchestrator, in: life)
        case 11: speak(to: orchestrator)
        case 12...15:
            let duration = Duration.milliseconds(Int.random(in: 1...6_000, using: &chance))
            tell("\(duration) pass")
            clock.advance(by: duration)
        case 16, 17: await Task.yield()
        case 18: await pause(for: .microseconds(Int.random(in: 100...3_000, using: &chance)))
        default: await rest(orchestrator, for: .milliseconds(20))
        }
    }

    /// Waits until every run of the orchestrator waits for what comes from outside, and not for longer than the limit.
    func rest(_ orchestrator: Orchestrator, for limit: Duration) async {
        let end = ContinuousClock.now + limit
        repeat {
            await pause(for: .microseconds(300))
        } while !orchestrator.isQuiet && ContinuousClock.now < end
    }
}
