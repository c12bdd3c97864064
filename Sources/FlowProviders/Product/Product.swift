import FlowMachine
import FlowSearch
import KeywayCore

/// A run with its legs, their providers and their backend: everything that can happen, step by step.
///
/// `legs` works out once what depends on the legs alone, and each of `providers` what depends on that provider alone.
///
/// Whoever asks for steps has the first place of each finding noted in `findings`; the steps themselves do not depend on that. A step
/// cannot carry its findings: it has room for 64 facts, and of findings there are more, one for each state, event and word that they are
/// about. And to look for findings after the search every step would have to be worked out once more: 5.7 billion for PhoneLogin beside
/// three SDKs.
struct Product: TransitionSystem {
    var legs: LegSystem
    var providers: [ProviderSystem]
    /// Whether the run may have its personal and secret values again when the app has died and comes back.
    let takesValuesBack: Bool
    /// What becomes of orders when the app dies and comes back; nil where the app never dies.
    let recovery: Recovery?
    var findings = Findings()
    /// The demands of providers that were broken between two calls of the step that is being worked out.
    var betweenCalls: Set<Finding> = []
    /// What each list of operations does to each provider: for each list one cache for each provider, one list after the other.
    var operationCaches: [OperationCache] = []
    /// The most situations of one provider that have room in a configuration; a test sets it lower.
    var greatestSituation = ProductConfiguration.greatestSituation
    /// Whether a word may be told twice.
    private let doubles: Bool
    /// The providers that answer calls, or demand something of who makes them.
    let answeringOrDemanding: [Int]
    /// For each crash point that was met, the ways in which the run goes on after it.
    var restartOutcomes: [CrashPoint: [RestartOutcome]] = [:]
    /// For each list of findings whether it was noted already.
    private var isNoted: [Bool] = []

    /// `models`: none for the flow alone, in which any callback may come, and any sub-flow end, at any moment.
    /// `merges`: whether configurations of a leg that make no difference are followed as one.
    init(
        _ machine: Machine, against models: [ProviderModel], channel: Channel = Channel(), recovery: Recovery? = nil,
        merging merges: Bool = true
    ) {
        legs = LegSystem(machine, beside: models, comesBack: recovery != nil, merging: merges)
        let words = legs.words
        let legs = legs
        providers = models.enumerated().map { provider, model in
            ProviderSystem(
                model, channel: channel, words: words, at: provider,
                repeatable: merges ? legs.repeatableWords(of: provider) : [],
                shared: legs.sharedWords(of: provider))
        }
        self.recovery = recovery
        takesValuesBack = machine.takesValuesBack
        doubles = channel.doubles
        answeringOrDemanding = models.indices.filter { !models[$0].answers.isEmpty || !models[$0].requirements.isEmpty }
    }

    /// Whether everything has room in a configuration.
    var fits: Bool { providers.allSatisfy { $0.situations.count <= greatestSituation } }

    /// The ways in which a run begins.
    ///
    /// There are several where earlier runs may have left words, where a first call may lead a provider to several situations, and
    /// where the app may die amid what the beginning orders.
    mutating func beginnings() -> [FlowSearch.Step] {
        var steps: [FlowSearch.Step] = []
        for (number, beginning) in legs.begin().enumerated() {
            var first = ProductConfiguration(legs: beginning.target)
            for provider in providers.indices { first[provider] = providers[provider].beginning() }
            take(beginning, ProductStep.begun(beginning: number).packed, from: first, to: first, &steps)
        }
        return steps
    }

    mutating func obligations(pendingIn configuration: Configuration) -> Obligations {
        Obligations(rawValue: legs.condition(of: ProductConfiguration(configuration).legs).waiting)
    }

    mutating func appendSteps(from packed: Configuration, to steps: inout [FlowSearch.Step]) {
        let configuration = ProductConfiguration(packed)
        noteMisuse(in: configuration)
        let condition = legs.condition(of: configuration.legs)
        guard !condition.isOver else { return goOnAfterTheEnd(from: configuration, &steps) }
        let heard = UInt64(condition.heard)
        for provider in heard.bits where providers[provider].isUndecided(configuration[provider]) {
            return settle(provider, in: configuration, &steps)
        }
        if legs.isReturning(configuration.legs) { return comeBack(in: configuration, &steps) }
        if condition.findings > 0 { note(condition.findings, at: configuration, nil) }
        var isWaited = false
        for provider in heard.bits {
            let moves = providers[provider].moves(from: configuration[provider])
            for place in moves.tellings {
                tell(providers[provider].passages[place], of: provider, in: configuration, &steps)
            }
            for place in moves.losses {
                lose(providers[provider].passages[place], of: provider, in: configuration, &steps)
            }
            isWaited = isWaited || moves.isWaited
        }
        // Where channels delay no word, nothing else happens before a waiting word is told or lost.
        if isWaited { return }
        for place in legs.ownSteps(from: configuration.legs) {
            let step = legs.steps[place]
            take(step, ProductStep.own(Int(step.input)).packed, from: configuration, to: configuration, &steps)
        }
        for provider in heard.bits {
            for place in providers[provider].moves(from: configuration[provider]).turns {
                turn(providers[provider].turns[place], of: provider, in: configuration, &steps)
            }
        }
        for provider in answeringOrDemanding where heard.has(provider) {
            answer(by: provider, in: configuration, &steps)
        }
        if recovery != nil {
            crash(in: configuration) { steps.append(.init(ProductStep.crash.packed, to: $0.packed)) }
            noteBetweenCalls(at: configuration, .crash)
        }
    }

    // MARK: - What happens

    /// What a new process decides at once: no word comes between.
    private mutating func comeBack(in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]) {
        for place in legs.ownSteps(from: configuration.legs) {
            let step = legs.steps[place]
            let label = step.input == LegsStep.goingOn ? ProductStep.wentOn : .own(Int(step.input))
            take(step, label.packed, from: configuration, to: configuration, &steps)
        }
    }

    /// Adds a step to each situation to which a provider may have come while no leg heard it.
    private mutating func settle(
        _ provider: Int, in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]
    ) {
        for alternative in providers[provider].alternatives(in: configuration[provider]) {
            var next = configuration
            next[provider] = alternative
            steps.append(.init(ProductStep.settled(provider: provider).packed, to: next.packed))
        }
    }

    /// Adds the step by which the run is told a word, and with doubling also one after which the word still waits.
    private mutating func tell(
        _ passage: ProviderSystem.Passage, of provider: Int, in configuration: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        var isOld = passage.isOld
        if passage.isOldToRoot != isOld, legs.isHeardByRoot(passage.word, in: configuration.legs) { isOld.toggle() }
        let places = legs.steps(from: configuration.legs, word: passage.word, isOld: isOld)
        var next = configuration
        next[provider] = passage.next
        for place in places {
            let step = legs.steps[Int(place)]
            // A word that waits in no channel and changes nothing is no step.
            if next == configuration, step.changesNothing(in: configuration.legs) { continue }
            var telling = ProductStep.Telling(
                place: passage.place, word: passage.word, isOld: isOld, isKept: false)
            take(step, ProductStep.told(telling).packed, from: configuration, to: next, &steps)
            guard doubles else { continue }
            telling.isKept = true
            take(step, ProductStep.told(telling).packed, from: configuration, to: configuration, &steps)
        }
    }

    /// Adds the step by which a word is lost on its way.
    private func lose(
        _ passage: ProviderSystem.Passage, of provider: Int, in configuration: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        var next = configuration
        next[provider] = passage.next
        steps.append(.init(ProductStep.lost(place: passage.place, word: passage.word).packed, to: next.packed))
    }

    /// Adds the step by which a provider does something by itself.
    private func turn(
        _ turn: ProviderSystem.Turn, of provider: Int, in configuration: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        var next = configuration
        next[provider] = turn.next
        steps.append(.init(ProductStep.turn(row: turn.row).packed, to: next.packed))
    }

    /// Carries out a step of the legs: what it does to the providers, and what is found by it; `next` has what it does to
    /// channels.
    mutating func take(
        _ step: LegsStep, _ label: UInt32, from configuration: ProductConfiguration, to next: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        if step.findings > 0 { note(step.findings, at: configuration, ProductStep(label), to: step.target) }
        var next = next
        next.legs = step.target
        let facts = Facts(rawValue: step.facts)
        let touched = Obligations(rawValue: ~step.untouched)
        if let end = end(of: step.operations, from: next) {
            steps.append(.init(label, to: end.packed, facts: facts, touching: touched))
        } else {
            for end in ends(of: step.operations, from: next) {
                steps.append(.init(label, to: end.packed, facts: facts, touching: touched))
            }
        }
        if recovery != nil, step.effects > 0 {
            crash(amid: step.effects, in: next) { after in
                steps.append(
                    .init(label | ProductStep.crashing, to: after.packed, facts: facts, touching: touched))
            }
        }
        noteBetweenCalls(at: configuration, ProductStep(label))
    }

    /// Notes the findings of a list, the first time that it is met.
    private mutating func note(
        _ list: Int32, at configuration: ProductConfiguration, _ step: ProductStep?, to target: Int32? = nil
    ) {
        while isNoted.count <= Int(list) { isNoted.append(false) }
        guard !isNoted[Int(list)] else { return }
        isNoted[Int(list)] = true
        for finding in legs.findingLists[Int(list)] { findings.note(finding, at: configuration, step, to: target) }
    }
}
