import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting

extension World {
    /// Begins handlers of what was ordered before, and then does a step. The app's death itself says how many begin before it. Else all do,
    /// but where handlers may be slow the step's salt decides how many. False where the step cannot be done as the world stands.
    @discardableResult
    mutating func take(_ step: TrialStep) -> Bool {
        // Handlers may also begin before the next step is chosen (`RandomHand.next`). So calls always go by the salt of the step before.
        defer { salt = step.salt }
        if case .death(let performed, let milliseconds, let hasValues) = step.content {
            guard system.text.crashes else { return false }
            perform(performed)
            die(for: milliseconds, withValues: hasValues)
            letProvidersGoOn(by: step.salt)
            return true
        }
        let isSlow = system.text.behaviors.contains(.slowHandlers)
        perform(isSlow ? [0, 1, .max][Int(step.salt % 3)] : .max)
        switch step.content {
        case .command(let leg, let event, let fields):
            return decide(.command(Command(event, fields: fields, to: leg)))
        case .reply(let name, let event, let fields):
            guard let place = working(name), !isModelAnswered(name) else { return false }
            return answer(place, event, fields)
        case .failure(let name):
            guard let place = working(name), orders[place].expectsReply else { return false }
            orders[place].isWorking = false
            return decide(.finished(orders[place].key, leg: orders[place].leg, .failed))
        case .finish(let name):
            guard let place = working(name), !orders[place].expectsReply else { return false }
            orders[place].isWorking = false
            return decide(.finished(orders[place].key, leg: orders[place].leg, .returned))
        case .turn(let provider, let row): return turn(provider, row)
        case .answer(let provider, let row, let name, let event, let fields):
            return answer(by: provider, row, name, event, fields)
        case .tell(let provider, let place, let isKept): return tell(provider, place, isKept: isKept)
        case .lose(let provider, let place):
            guard system.text.channel.drops, providers[provider].words.indices.contains(place) else { return false }
            providers[provider].words.remove(at: place)
            return true
        case .foreign(let callback, let stamp): return hear(callback, stamp, as: nil)
        case .grant:
            guard let request = takeGrant() else { return false }
            return decide(.granted(leg: request.leg, lane: request.lane, asked: request.sequence))
        case .wait(let wait, let isAsleep): return pass(wait, isAsleep: isAsleep)
        case .chosen, .left, .death: return false
        }
    }

    // MARK: - Handlers

    /// The place among `orders` of an order whose handler may still answer.
    private func working(_ name: TrialStep.Order) -> Int? { orders.firstIndex { $0.name == name && $0.isWorking } }

    /// Whether a model gives the effect's replies, and not the backend (rule 29h of `Specs/README.md`).
    func isModelAnswered(_ name: TrialStep.Order) -> Bool {
        system.call(by: name.effect, of: name.leg).map { !system.models[$0.provider].answers.isEmpty } ?? false
    }

    /// Lets the order at this place among `orders` be answered with a reply, after which its handler is at an end.
    private mutating func answer(_ place: Int, _ event: Int, _ fields: [Value?]) -> Bool {
        let order = orders[place]
        guard decide(.reply(order.key, leg: order.leg, event: event, fields: fields)) else { return false }
        orders[place].isWorking = false
        return true
    }

    /// Lets a row of a provider's model happen that answers an order.
    private mutating func answer(
        by provider: Int, _ row: Int, _ name: TrialStep.Order, _ event: Int, _ fields: [Value?]
    ) -> Bool {
        letDueHappen()
        guard let place = working(name), isAwake(provider), providers[provider].running.ownRows.contains(row),
            run.isAwaited(orders[place].key.order) || isOver || system.text.behaviors.contains(.lateAnswers),
            system.call(by: name.effect, of: name.leg)?.provider == provider
        else { return false }
        providers[provider].running.follow(row)
        judge.note(providers[provider].running)
        return answer(place, event, fields)
    }

    // MARK: - Providers

    /// Lets providers do up to three things by themselves, as the salt decides, before a new process makes its first calls.
    private mutating func letProvidersGoOn(by salt: UInt64) {
        var generator = SeededGenerator(seed: salt)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            guard let provider = providers.indices.randomElement(using: &generator),
                let row = providers[provider].running.ownRows.randomElement(using: &generator)
            else { continue }
            _ = turn(provider, row)
        }
    }

    /// Lets a row of a provider's model happen that speaks or falls silent.
    private mutating func turn(_ provider: Int, _ row: Int) -> Bool {
        guard isAwake(provider), providers[provider].running.ownRows.contains(row) else { return false }
        let declared = system.models[provider].rows[row]
        switch declared.happening {
        case .call, .answer: return false
        case .silence: break
        case .speech(let spoken):
            guard providers[provider].hasRoom(for: spoken.count, in: system.text) else {
                return false
            }
            // A row whose guard reads a ghost speaks words of an earlier run or attempt (rules 29b and 29e).
            providers[provider].speak(spoken, isGhostly: declared.readsGhost, at: beginningCount)
        }
        providers[provider].running.follow(row)
        judge.note(providers[provider].running)
        return true
    }

    /// Tells the run the word at this place in the provider's channel; `isKept`: the word stays there, to be told again.
    private mutating func tell(_ provider: Int, _ place: Int, isKept: Bool) -> Bool {
        // A timer that is due may begin another attempt, and the word is then one of an earlier attempt.
        letDueHappen()
        let channel = system.text.channel
        guard providers[provider].words.indices.contains(place), place == 0 || channel.reorders,
            !isKept || channel.doubles
        else { return false }
        let waiting = providers[provider].words[place]
        let word = system.models[provider].words[waiting.word]
        guard let callback = system.callback(of: waiting.word, by: provider) else { return false }
        if !isKept { providers[provider].words.remove(at: place) }
        let (listener, _) = CallbackReading(callback, by: system.flow).listener(in: run.tree)
        let isOld = isOld(waiting, toLeg: listener)
        let heard = HeardWord(name: word.name.text, isOld: isOld, isSuccess: word.isSuccess)
        return hear(callback, isOld ? .stale : .current, as: heard)
    }

    /// Tells the run a callback, with a stamp that says of which attempt it is where its source stamps.
    private mutating func hear(_ callback: RawValue, _ stamp: TrialStep.Stamp, as word: HeardWord?) -> Bool {
        letDueHappen()
        let reading = CallbackReading(callback, by: system.flow)
        let (listener, _) = reading.listener(in: run.tree)
        if let word { judge.noteReading(of: word, by: reading, system.flow) }
        let number = retained.retain(callback, as: reading.retained)
        let attempt: Int? =
            switch stamp {
            case .none: nil
            case .current: run.legs[listener].run.attempt
            // No attempt has this number.
            case .stale: -1
            }
        return decide(
            .callback(reading, answering: attempt.map { ProviderCall(attempt: $0) }, number: number), hearing: word)
    }

    // MARK: - Time

    /// Lets timers fire that are due, before anything else happens: they may end the leg that would hear a word, or close an order. An
    /// order whose limit is this very instant may still be answered by what happens next.
    private mutating func letDueHappen() {
        if let due = run.nextDue, due <= now { decide(.timeReached) }
    }

    /// Lets time pass, in which deadlines happen and handlers begin unless the app is asleep.
    private mutating func pass(_ wait: TrialStep.Wait, isAsleep: Bool) -> Bool {
        var target = now
        switch wait {
        case .milliseconds(let milliseconds): target = now.advanced(byMilliseconds: milliseconds)
        case .nextDue(let offset):
            guard let due = run.nextDue else { return false }
            target = max(now, due.advanced(byMilliseconds: offset))
        }
        while !isAsleep, let due = run.nextDue, due <= target {
            now = max(now, due)
            decide(.instantEnded)
            perform()
        }
        now = target
        return true
    }
}
