import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// Checks a run against everything that the explorer may have proved of its system. It sees only what the run machine and the models tell.
///
/// It shares no code with the explorer: it is written from the numbered rules of `Specs/README.md`.
struct Judge: Sendable {
    let system: LoadedSystem
    /// What the run broke, by the names that the explorer gives to what it proves, in the order of breaking.
    private(set) var broken: [String] = []
    /// The requirements `sometimes` of which the run showed that they can be so, by the explorer's names.
    private(set) var witnessed: Set<String> = []
    /// The states to which the legs of the run came, and the rows of the root.
    private(set) var reached = ReachedParts()
    /// A watch for each leg of the run, in the order in which the legs began.
    private var legs: [LegWatch] = []
    /// The legs that had accepted a success when the last word came, and the legs that listened to one below them which had. Where such a
    /// leg is told right behind the word how a leg below it has ended, that counts as the word's doing.
    private var echoing: Set<Int> = []
    /// For each leg, by its name, the events that come only from models: no source without a model has a row for them.
    private let modelledEvents: [String: Set<Int>]

    /// - Parameter telling: whether the judge keeps what happened as text.
    init(_ system: LoadedSystem, telling: Bool = false) {
        self.system = system
        tells = telling
        otherwiseIsNoAnswer = system.text.behaviors.contains(.otherwiseIsNoAnswer)
        let modelled = Set(system.models.compactMap { $0.source?.text })
        modelledEvents = system.machines.mapValues { machine in
            let others = machine.sources.filter { !modelled.contains($0.source.name) }
            let foreign = Set(others.flatMap { $0.source.rows.map(\.event) })
            return Set(machine.events.indices).subtracting(foreign)
        }
    }

    /// Whether the `otherwise` of an effect counts as no answer: then it does not allow what may come only after an answer.
    var otherwiseIsNoAnswer: Bool

    /// Whether what happens is kept in `story`.
    private let tells: Bool
    private var story: [String] = []

    private mutating func add(_ name: String) {
        if tells { story.append("    breaks: \(name)") }
        if !broken.contains(name) { broken.append(name) }
    }

    /// What happened since the last call of this, line by line.
    mutating func takeStory() -> [String] {
        defer { story = [] }
        return story
    }

    // MARK: - Steps

    /// Judges the beginning of the root, which is no step.
    ///
    /// - Parameter timers: the timers that run from the beginning.
    mutating func begin(_ decision: RunDecision, timers: [Int]) {
        guard let beginning = decision.recordedSteps.first else { return }
        reached.begin(in: beginning.outcome.state)
        let orders = decision.consequences.compactMap { consequence -> EffectOrder? in
            guard case .perform(let order) = consequence, order.order.id.sequence == 0 else { return nil }
            return order.order
        }
        let asked = decision.consequences.compactMap { consequence -> ScopeChange? in
            guard case .ask(let request) = consequence, request.leg == 0, request.sequence == 0 else { return nil }
            return .asks(lane: request.lane)
        }
        legs = [LegWatch(system.machine, named: nil, at: beginning.outcome.state, isExplored: true)]
        noteLanes(asked, ordering: orders, in: 0, at: nil)
        see(
            Moment(
                effects: orders.map(\.effect), arguments: orders.map(\.arguments), state: beginning.outcome.state,
                values: beginning.outcome.context, timers: Set(timers)), in: 0)
    }

    /// Judges steps as the run machine tells them; `heard`: the model's word that brought them, if one did.
    mutating func note(_ steps: [RunStep], hearing heard: HeardWord?) {
        for step in steps {
            let machine = system.machine(ofLeg: step.legName)
            if tells { story.append("    " + line(for: step, of: machine)) }
            if let name = step.legName { reached.note(step.outcome.state, ofLeg: name) }
            if step.leg == 0, let told = step.eventRecord { reached.note(told) }
            if case .legBegan(let beginning) = step.record.content {
                legs.append(
                    LegWatch(
                        machine, named: step.legName, as: .init(beginning), at: step.outcome.state, beginning: step,
                        isExplored: !system.models.isEmpty))
            } else if let told = step.eventRecord, !machine.states[legs[step.leg].state].isFinal {
                let endsInSilence = hasEndedInSilence(told, step)
                for name in legs[step.leg].goOn(with: step, endsInSilence: endsInSilence) { add(name) }
                noteWord(told, step, heard)
                noteCell(told, step)
            }
            noteLanes(step.scopeChanges, ordering: step.orders, in: step.leg, at: step.eventRecord?.event)
            var moment = Moment(step, of: machine)
            if !otherwiseIsNoAnswer { moment.isOtherwise = false }
            if case .legBegan = step.record.content {} else { moment.before = legs[step.leg].standing }
            see(moment, in: step.leg)
            noteLeaving(step)
        }
    }

    private mutating func noteLanes(
        _ changes: [ScopeChange], ordering orders: [EffectOrder], in leg: Int, at event: Int?
    ) {
        if legs[leg].waitsForItself(changes, ordering: orders, at: event) { add("nothing waits for itself") }
    }

    /// Marks the leg of each sub-flow whose scope the step leaves: the newest one that the step's own leg has begun and that
    /// has not ended.
    private mutating func noteLeaving(_ step: RunStep) {
        for case .leaves(let child) in step.scopeChanges {
            let role = LegWatch.Role(parent: step.leg, child: child)
            if let left = legs.lastIndex(where: { $0.role == role && !$0.isEnded }) { legs[left].leave() }
        }
    }

    private func line(for step: RunStep, of machine: Machine) -> String {
        let event =
            step.eventRecord.map { "\(machine.events[$0.event].name) (\($0.cause)): \($0.disposition)" } ?? "began"
        let orders = step.orders.map { machine.effects[$0.effect].name }.joined(separator: ", ")
        return (step.legName.map { "\($0): " } ?? "") + "\(event), in \(machine.states[step.outcome.state].name.text)"
            + (orders.isEmpty ? "" : ", orders \(orders)")
    }

    private mutating func see(_ moment: Moment, in leg: Int) {
        let seen = legs[leg].see(moment)
        for name in seen.broken { add(name) }
        witnessed.formUnion(seen.witnessed)
    }

    /// Judges a step that a word brought: parts iii to v of rule 30, on success and on old words. Of a callback of which no model speaks
    /// nobody says what it tells, or of which attempt it is.
    private mutating func noteWord(_ told: EventRecord, _ step: RunStep, _ heard: HeardWord?) {
        let wasEchoing = echoing
        if case .owed = told.cause {} else { echoing = [] }
        let plain = HeardWord(name: "", isOld: false, isSuccess: false)
        switch told.cause {
        case .heard:
            guard let heard else { return hear(plain, told, step) }
            guard told.unread == nil, comesOnlyFromModels(told, in: step) else { return }
            hear(heard, told, step)
        case .retained:
            // A retained word was spoken before the run, or to another leg, so it counts as old and tells no success.
            guard comesOnlyFromModels(told, in: step) else { return }
            hear(HeardWord(name: "", isOld: true, isSuccess: false), told, step)
            echoing = []
        case .owed:
            if wasEchoing.contains(step.leg), child(whoseEndTells: told, step) != nil { hear(plain, told, step) }
        default: break
        }
    }

    private mutating func hear(_ word: HeardWord, _ told: EventRecord, _ step: RunStep) {
        let followsSuccess = echoing.contains(step.leg) || hasAccepted(at: step.leg)
        if case .owed = told.cause {} else { echoing = Set(legs.indices.filter { hasAccepted(at: $0) }) }
        for name in legs[step.leg].hear(word, told, step, followsSuccess: followsSuccess) { add(name) }
    }

    /// Whether the leg, or one below it to which it listens, runs and has accepted a success.
    private func hasAccepted(at leg: Int) -> Bool {
        legs.indices.contains { legs[$0].hasAccepted && listens(leg, to: $0) }
    }

    /// Whether no scope was left between the leg and one below it, which may be itself.
    private func listens(_ leg: Int, to below: Int) -> Bool {
        var at = below
        while at != leg {
            guard !legs[at].isLeft, let role = legs[at].role else { return false }
            at = role.parent
        }
        return true
    }

    /// The leg whose end the step tells its parent; nil for any other step.
    private func child(whoseEndTells told: EventRecord, _ step: RunStep) -> Int? {
        let machine = system.machine(ofLeg: step.legName)
        guard case .child(let child) = machine.events[told.event].signature.origin else { return nil }
        return legs.lastIndex { $0.role == LegWatch.Role(parent: step.leg, child: child) }
    }

    private func hasEndedInSilence(_ told: EventRecord, _ step: RunStep) -> Bool {
        child(whoseEndTells: told, step).map { legs[$0].endedInSilence } ?? false
    }

    /// Judges whether a row decides the event in its state, or a claim denies that the event can come there.
    private mutating func noteCell(_ told: EventRecord, _ step: RunStep) {
        // A stale event has a cell only where a row names it, so no cell can be missing.
        guard told.stamp != .stale else { return }
        let claimsCount =
            switch told.cause {
            case .heard: true
            case .retained: comesOnlyFromModels(told, in: step)
            case .replied, .limit, .failed, .refused, .interrupted, .valueGone: true
            case .asked, .timer, .granted, .restored, .owed, .overrun: false
            }
        if let name = legs[step.leg].undecided(told.event, in: legs[step.leg].state, claimsCount: claimsCount) {
            add(name)
        }
    }

    /// Whether the event can come only from models.
    private func comesOnlyFromModels(_ told: EventRecord, in step: RunStep) -> Bool {
        modelledEvents[step.legName ?? ""]?.contains(told.event) ?? false
    }

    // MARK: - Besides steps

    /// Notes each leg that may wait for ever, which part i of rule 30 forbids.
    ///
    /// Outside a state that `waits for user` a timer other than the session's must run, an effect be open or a sub-flow run.
    mutating func noteRest(_ tree: LegTree) {
        for leg in tree.legs where !leg.isEnded {
            let machine = system.machine(ofLeg: leg.name)
            let state = machine.states[leg.run.state]
            guard !state.waitsForUser, leg.run.openEffects.isEmpty else { continue }
            let hasTimer = leg.run.timers.contains { armed in
                !machine.timers[armed.timer].isSession && !state.holds.contains { $0.timer == armed.timer }
            }
            let hasChild = leg.run.running.contains { if case .child = $0 { true } else { false } }
            if !hasTimer, !hasChild { add("30.i") }
        }
    }

    /// Judges whether some decoder of the system reads a model's word; words named `unknown...` need not be read.
    mutating func noteReading(of word: HeardWord, by reading: CallbackReading, _ flow: RunningFlow) {
        guard !word.name.hasPrefix("unknown") else { return }
        let isRead = ([flow] + flow.descendants).contains {
            if case .event = reading.decoded(by: $0) { true } else { false }
        }
        if !isRead { add("every word is read") }
    }

    /// Judges what a model requires of those who call it.
    mutating func note(_ running: RunningModel) {
        for position in running.brokenRequirements {
            add("\(running.model.title): \(running.model.requirements[position].text)")
        }
    }

    /// Notes that an order of a `once` effect was begun a second time.
    mutating func noteBegunTwice() { add("nothing that is done once is begun twice") }
}
