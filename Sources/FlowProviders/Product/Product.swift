import FlowMachine
import FlowSearch
import Keyway

/// A run with its legs, their providers and their backend: everything that can happen, step by step.
struct Product: TransitionSystem {
    var legs: LegSystem
    var providers: [ProviderSystem]
    /// What becomes of orders when the app dies and comes back; nil where it never does.
    let recovery: Recovery?
    var findings = Findings()
    /// The timers and open effects that every step so far left alone that did not end a run.
    private(set) var alwaysUntouched = UInt64.max
    private let doubles: Bool
    private let hasLegs: Bool
    /// For each list of effects what it means for the providers.
    var orders: [Orders] = [Orders()]
    /// The lists of findings that were noted already.
    private var isNoted: [Bool] = [true]

    /// `models`: none for the flow alone, in which any callback may come, and any sub-flow end, at any moment.
    init(
        _ machine: Machine, against models: [ProviderModel], channel: Channel = Channel(), recovery: Recovery? = nil
    ) {
        legs = LegSystem(machine, beside: models)
        let words = legs.words
        providers = models.enumerated().map { ProviderSystem($1, channel: channel, words: words, at: $0) }
        self.recovery = recovery
        doubles = channel.doubles
        hasLegs = legs.flows.count > 1
    }

    /// Whether everything has room in a configuration.
    var fits: Bool {
        providers.allSatisfy { $0.situations.count <= ProductConfiguration.greatestSituation }
    }

    /// Several where a provider may answer a first call in several ways.
    mutating func beginnings() -> [FlowSearch.Step] {
        let beginning = legs.begin()
        var first = ProductConfiguration(legs: beginning.target)
        for provider in providers.indices { first[provider] = providers[provider].beginning() }
        if hasLegs { forget(UInt64(~legs.condition(of: first.legs).needed), in: &first) }
        note(beginning.findings, at: first, nil)
        var steps: [FlowSearch.Step] = []
        perform(beginning.effects, in: first) { next in
            steps.append(.init(0, to: next.packed, facts: Facts(rawValue: beginning.facts)))
        }
        return steps
    }

    mutating func promises(pendingIn configuration: Configuration) -> Promises {
        Promises(rawValue: legs.condition(of: ProductConfiguration(configuration).legs).waiting)
    }

    mutating func appendSteps(from packed: Configuration, to steps: inout [FlowSearch.Step]) {
        let configuration = ProductConfiguration(packed)
        let condition = legs.condition(of: configuration.legs)
        guard !condition.isOver else { return }
        let heard = UInt64(condition.heard)
        for provider in heard.bits {
            guard let alternatives = providers[provider].alternatives(in: configuration[provider]) else { continue }
            for alternative in alternatives {
                var next = configuration
                next[provider] = alternative
                steps.append(.init(ProductStep.settled(provider: provider).packed, to: next.packed))
            }
            return
        }
        note(condition.findings, at: configuration, nil)
        var isWaited = false
        for provider in heard.bits {
            let moves = providers[provider].moves(from: configuration[provider])
            for passage in moves.tellings { tell(passage, of: provider, in: configuration, &steps) }
            for loss in moves.losses {
                var next = configuration
                next[provider] = loss.next
                steps.append(.init(ProductStep.lost(place: loss.place, word: loss.word).packed, to: next.packed))
            }
            isWaited = isWaited || moves.isWaited
        }
        if isWaited { return }
        for step in legs.ownSteps(from: configuration.legs) {
            take(step, .own(Int(step.input)), from: configuration, to: configuration, &steps)
        }
        for provider in heard.bits {
            let first = providers[provider].firstRow
            for turn in providers[provider].moves(from: configuration[provider]).turns {
                var next = configuration
                next[provider] = turn.next
                steps.append(.init(ProductStep.turn(row: first + Int(turn.row)).packed, to: next.packed))
            }
        }
        if recovery != nil { crash(in: configuration, &steps) }
    }

    private mutating func tell(
        _ passage: ProviderSystem.Passage, of provider: Int, in configuration: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        let step = legs.step(from: configuration.legs, word: passage.word, isOld: passage.isOld)
        var next = configuration
        next[provider] = passage.next
        var telling = ProductStep.Telling(
            place: passage.place, word: passage.word, isOld: passage.isOld, isKept: false)
        take(step, .told(telling), from: configuration, to: next, &steps)
        guard doubles else { return }
        telling.isKept = true
        take(step, .told(telling), from: configuration, to: configuration, &steps)
    }

    /// Carries out a step of the legs: what it orders, and what is found by it; `next` has what it does to channels.
    private mutating func take(
        _ step: LegsStep, _ label: ProductStep, from configuration: ProductConfiguration, to next: ProductConfiguration,
        _ steps: inout [FlowSearch.Step]
    ) {
        if !step.isEnd { alwaysUntouched &= step.untouched }
        note(step.findings, at: configuration, label)
        var next = next
        next.legs = step.target
        if hasLegs { listen(step, from: configuration, in: &next) }
        let facts = Facts(rawValue: step.facts | (step.isEnd ? FactTable.ended : 0))
        let touched = Promises(rawValue: ~step.untouched)
        perform(step.effects, in: next) { next in
            steps.append(.init(label.packed, to: next.packed, facts: facts, touching: touched))
        }
        if recovery != nil, step.effects > 0 {
            crash(amid: step.effects, in: next) { after in
                steps.append(
                    .init(label.packed | ProductStep.crashing, to: after.packed, facts: facts, touching: touched))
            }
        }
    }

    /// Providers that nobody heard wake, what waits was spoken before the legs that begin to hear, and what no leg will
    /// ever hear is no part of a configuration.
    private mutating func listen(
        _ step: LegsStep, from configuration: ProductConfiguration, in next: inout ProductConfiguration
    ) {
        let (before, after) = (legs.condition(of: configuration.legs), legs.condition(of: step.target))
        if before.needed != after.needed { forget(UInt64(~after.needed), in: &next) }
        guard step.newlyHeard > 0 || step.effects > 0 else { return }
        let wanted = (UInt64(after.heard) | called(by: step.effects)) & UInt64(after.needed & ~before.heard)
        for provider in wanted.bits { next[provider] = providers[provider].wake(next[provider]) }
        for provider in UInt64(step.newlyHeard).bits { next[provider] = providers[provider].outlive(next[provider]) }
    }

    private func forget(_ unneeded: UInt64, in configuration: inout ProductConfiguration) {
        for provider in providers.indices where unneeded.has(provider) { configuration[provider] = ProviderSystem.gone }
    }

    private mutating func note(_ list: Int32, at configuration: ProductConfiguration, _ step: ProductStep?) {
        guard list > 0 else { return }
        while isNoted.count <= Int(list) { isNoted.append(false) }
        guard !isNoted[Int(list)] else { return }
        isNoted[Int(list)] = true
        for finding in legs.findingLists[list] { findings.note(finding, at: configuration, step) }
    }
}
