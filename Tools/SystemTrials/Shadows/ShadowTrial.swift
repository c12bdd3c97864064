import FlowLanguage
import FlowMachine
package import FlowProviders
package import KeywayCore
package import KeywayLog
import KeywayOrchestrator
import KeywayRuns
package import KeywayTesting

/// A naive handler (an app's sign-in code as one writes it from the provider's page) that is driven beside a model of the SDK. A shadow
/// of the shipped flow, which performs no effects, and two live runs of that flow hear the same: one with a backend that answers, the other
/// with a backend that only ever confirms.
///
/// The naive handler is written as a flow too. Commands, effects and replies of the two flows are the same where they have the same
/// names. The backend confirms from the moment at which the SDK has told a success, and never before.
package struct ShadowTrial: Sendable {
    /// What really happened in one sign-in.
    package struct Truth: Sendable {
        /// The shadow's run, as the log has it.
        package var run: RunID
        /// How the naive handler ended; nil where it did not.
        package var app: AppOutcome?
        /// Whether the live run of the flow came to a success.
        package var succeeds: Bool
        /// Whether it comes to one where the backend confirms from the first callback on that may be a success of the SDK, and says nothing
        /// before: what a report means by "if the backend had confirmed". Where the shadow is told every answer, there is no such "if", and
        /// this is `succeeds`.
        package var succeedsIfConfirmed: Bool
    }

    /// The naive handler beside the models of its SDK.
    private let app: LoadedSystem
    /// The shipped flow.
    private let flow: LoadedSystem
    /// Callbacks that neither flow reads and no model says.
    private let foreign: [RawValue]
    /// Which answers of its backend the naive handler tells the shadow.
    package let answers: ToldAnswers

    /// - Parameters:
    ///   - app: the naive flow beside the models of its SDK.
    ///   - flow: the flow that is its shadow; its models do not matter.
    ///   - answers: which answers of its backend the naive handler tells the shadow.
    package init(
        _ app: LoadedSystem, shadowedBy flow: LoadedSystem, telling answers: ToldAnswers, foreign: [RawValue] = []
    ) {
        (self.app, self.flow, self.answers, self.foreign) = (app, flow, answers, foreign)
    }

    /// The models of the handler's SDK, by which the shadow's log is read.
    package var behavior: FollowedModels { FollowedModels(app.models, beside: flow.flow) }

    /// Drives a sign-in at random from its beginning to its end; the shadow records in the log what it saw.
    ///
    /// Nil where no sign-in began.
    package func drive(into log: any EventLog, generator: inout SeededGenerator) -> Truth? {
        var hand = RandomHand(app, generator: SeededGenerator(seed: generator.next()))
        var world = World(app)
        var shadow = ShadowRun(of: flow.flow, version: flow.version, choosing: [], in: log)
        var live = LiveCompanion(of: flow.flow, version: flow.version)
        var confirmed = LiveCompanion(of: flow.flow, version: flow.version, onlyConfirms: true)
        var outcome: AppOutcome?
        // Some words of earlier attempts cannot be told from a success, so the report takes them for one.
        var (hasSucceeded, seemsSuccessful) = (false, false)
        // How many callbacks the handler had heard when it gave each order. The shadow is told a reply only where the flow gave its
        // own order at the same point and nothing was heard since; else the two may ask the backend about different tokens.
        var heardBefore: [TrialStep.Order: Int] = [:]
        var heard = 0
        var stepsAfterEnd = 0
        for _ in 0..<Self.greatestLength where stepsAfterEnd < Self.lengthAfterEnd {
            if world.isOver { stepsAfterEnd += 1 }
            var step = hand.next(in: &world)
            if let callback = foreign.randomElement(using: &generator), Int.random(in: 0..<40, using: &generator) == 0 {
                step = TrialStep(.foreign(callback, .none), salt: 0)
            }
            guard var step else { continue }
            // Words of earlier attempts could come at every moment, so most of these steps are left out.
            if case .turn(let provider, let row) = step.content, app.models[provider].rows[row].readsGhost,
                Int.random(in: 0..<20, using: &generator) > 0
            {
                continue
            }
            if !adapt(&step, in: world, hasSucceeded: hasSucceeded) { continue }
            let told = callback(of: step, in: world)
            let isDone = isAccepted(step, in: world)
            if answers == .every, isDone, case .command(_, let event, let fields) = step.content,
                let command = command(event, fields)
            {
                live.go(to: world.now, confirms: hasSucceeded)
                tell(&shadow, answersTo: &live)
                // From a command on that only the handler takes the two go different ways, and no report could judge the sign-in.
                if live.rejects(command) { continue }
            }
            guard world.take(step) else { continue }
            live.go(to: world.now, confirms: hasSucceeded)
            tell(&shadow, answersTo: &live)
            confirmed.go(to: world.now, confirms: seemsSuccessful)
            if let told {
                heard += 1
                if told.isSuccess { hasSucceeded = true }
                if told.seemsSuccess { seemsSuccessful = true }
                shadow.take(.heard(told.callback), at: world.now)
                live.hear(told.callback)
                confirmed.hear(told.callback)
            }
            switch step.content {
            case .command(_, let event, let fields):
                guard isDone, let command = command(event, fields) else { break }
                shadow.take(.asked(command), at: world.now)
                live.ask(command)
                confirmed.ask(command)
            case .reply(let order, let event, let fields) where answers == .own:
                let machine = app.machine(ofLeg: nil)
                let names = (machine.effects[order.effect].name, machine.events[event].name)
                guard heardBefore[order] == heard, live.heardBefore[names.0] == heard,
                    let answer = reply(named: names.1, to: names.0)
                else { break }
                shadow.take(.answered(effect: answer.effect, event: answer.event, fields: fields), at: world.now)
                confirmed.take(answer.event, to: answer.effect)
            default: break
            }
            for order in world.orders where heardBefore[order.name] == nil { heardBefore[order.name] = heard }
            if outcome == nil, world.run.isEnded {
                let ended = self.outcome(of: world.run)
                outcome = ended
                shadow.take(.ended(ended), at: world.now)
            }
        }
        guard let run = shadow.id else { return nil }
        live.finish(confirms: hasSucceeded)
        tell(&shadow, answersTo: &live)
        confirmed.finish(confirms: seemsSuccessful)
        let succeeds = isSuccess(live.final)
        return Truth(
            run: run, app: outcome, succeeds: succeeds,
            succeedsIfConfirmed: answers == .every ? succeeds : isSuccess(confirmed.final))
    }

    /// Tells the shadow what the backend answered the live run, where the handler tells every answer.
    private func tell(_ shadow: inout ShadowRun, answersTo live: inout LiveCompanion) {
        let given = live.takeAnswers()
        guard answers == .every else { return }
        for answer in given {
            shadow.take(
                .answered(effect: answer.effect, event: answer.event, fields: [], leg: answer.leg), at: answer.moment)
        }
    }

    private func isSuccess(_ final: Int?) -> Bool { final.map { flow.machine.states[$0].isSuccess } ?? false }

    /// The greatest number of steps of a sign-in.
    private static let greatestLength = 100
    /// How many steps are done after the handler has ended, for what the SDK still says.
    private static let lengthAfterEnd = 40

    // MARK: - The two flows

    /// Fits the step to a sign-in: a reply becomes the backend's answer. False where the step is to be left out.
    private func adapt(_ step: inout TrialStep, in world: World, hasSucceeded: Bool) -> Bool {
        switch step.content {
        case .command(let leg, _, _): return leg == nil
        case .reply(let order, _, _):
            let machine = app.machine(ofLeg: nil)
            guard order.leg == nil,
                let event = machine.answer(to: order.effect, hasSucceeded: hasSucceeded)
            else { return false }
            step.content = .reply(order, event: event, fields: [])
            return true
        // Left out: handlers that fail or return (the SDK's call stays at work), words of earlier runs that a source
        // retained, the app's death, and lost words: what the model says must reach the shadow and the live run.
        case .failure, .finish, .chosen, .left, .death, .lose: return false
        default: return true
        }
    }

    /// Whether the naive handler accepts the step's command.
    private func isAccepted(_ step: TrialStep, in world: World) -> Bool {
        guard case .command(_, let event, let fields) = step.content else { return false }
        var run = world.run
        let decision = try? run.decide(.command(Command(event, fields: fields)), at: world.now)
        return decision?.answer == .accepted
    }

    /// A callback that a step tells.
    private struct ToldCallback {
        let callback: RawValue
        /// Whether it tells a success.
        var isSuccess = false
        /// Whether it cannot be told from one that does.
        var seemsSuccess = false
    }

    /// The callback that the step tells; nil for any other step.
    private func callback(of step: TrialStep, in world: World) -> ToldCallback? {
        switch step.content {
        case .tell(let provider, let place, _):
            guard world.providers[provider].words.indices.contains(place) else { return nil }
            let (word, words) = (world.providers[provider].words[place].word, app.models[provider].words)
            guard let callback = app.callback(of: word, by: provider) else { return nil }
            let seemsSuccess = words.indices.contains {
                words[$0].isSuccess && app.callback(of: $0, by: provider) == callback
            }
            return ToldCallback(callback: callback, isSuccess: words[word].isSuccess, seemsSuccess: seemsSuccess)
        case .foreign(let callback, _): return ToldCallback(callback: callback)
        default: return nil
        }
    }

    /// The naive handler's command as the shipped flow has it; nil where that has none of the name.
    private func command(_ event: Int, _ fields: [Value?]) -> Command? {
        let signature = app.machine.events[event].signature
        guard let own = flow.machine.events.firstIndex(where: { $0.name == signature.name }) else { return nil }
        let values = flow.machine.events[own].signature.fields.map { field in
            signature.fields.firstIndex { $0.name == field.name }.flatMap { fields[$0] }
        }
        return Command(own, fields: values)
    }

    /// The effect and the reply of these names in the shipped flow; nil where it has none.
    private func reply(named reply: String, to effect: String) -> (effect: Int, event: Int)? {
        guard let effect = flow.machine.effects.firstIndex(where: { $0.name == effect }),
            let event = flow.machine.events.firstIndex(where: { $0.name == reply })
        else { return nil }
        return (effect, event)
    }

    private func outcome(of run: RunMachine) -> AppOutcome {
        let state = app.machine.states[run.state.state]
        if state.isSuccess { return .succeeded }
        return state.name.text == "cancelled" ? .cancelled : .failed()
    }
}

extension Machine {
    /// What the backend answers to an effect, by its position; nil for one that it does not answer.
    fileprivate func answer(to effect: Int, hasSucceeded: Bool) -> Int? {
        let events = effects[effect].signature.replies?.events ?? []
        return events.map { self.events[$0].name }.backendAnswer(hasSucceeded: hasSucceeded).map { events[$0] }
    }
}
