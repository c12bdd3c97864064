import FlowLanguage
import FlowMachine
import FlowSearch
import Keyway

/// A flow beside its provider and its backend, or alone: everything that can happen, step by step.
struct Product: TransitionSystem {
    var flow: FlowSystem
    var provider: ModelSystem?
    let channel: Channel
    /// What becomes of orders when the app dies and comes back; nil where it never does.
    let recovery: Recovery?
    var judge: Judge
    /// For each effect the provider's call that it makes; nil where it makes none.
    private let calls: [Int?]
    private let startsAttempt: [Bool]
    let isOnce: [Bool]

    /// `model`: nil for the flow alone, in which any callback may come at any moment.
    init(
        _ machine: Machine, against model: ProviderModel?, channel: Channel = Channel(), recovery: Recovery? = nil
    ) {
        let words = model.map { model in
            model.words.indices.map { machine.input(for: model.words[$0], at: $0, of: model) }
        }
        let provider = model.map { ModelSystem($0) }
        flow = FlowSystem(machine, words: words)
        self.provider = provider
        self.channel = channel
        self.recovery = recovery
        calls = machine.effects.map { effect in
            guard let provider, let call = effect.signature.call(to: provider.model.name.text) else { return nil }
            return provider.calls.firstIndex(of: call)
        }
        startsAttempt = machine.effects.map(\.signature.startsAttempt)
        isOnce = machine.effects.map(\.signature.isOnce)
        judge = Judge(of: machine, facts: flow.facts, words: words ?? [], model: model)
    }

    /// Whether everything has room in a configuration.
    var fits: Bool {
        flow.configurations.count <= ProductConfiguration.greatestFlowPosition
            && provider?.configurations.count ?? 0 <= ProductConfiguration.greatestModelPosition
    }

    /// Several where the provider may answer a first call in several ways.
    mutating func beginnings() -> [FlowSearch.Step] {
        let beginning = flow.begin()
        var first = ProductConfiguration(flow: beginning.configuration, model: 0)
        judge.begin(at: first, beginning.facts)
        first.memory = flow.facts.memory(0, after: beginning.facts)
        var steps: [FlowSearch.Step] = []
        perform(beginning.effects, in: first) { next in
            steps.append(.init(0, to: next.packed, facts: Facts(rawValue: beginning.facts)))
        }
        return steps
    }

    mutating func promises(pendingIn configuration: Configuration) -> Promises {
        Promises(rawValue: flow.waiting(in: ProductConfiguration(configuration).flow))
    }

    mutating func appendSteps(from packed: Configuration, to steps: inout [FlowSearch.Step]) {
        let configuration = ProductConfiguration(packed)
        guard !flow.isFinal(configuration.flow) else { return }
        judge.look(at: configuration, flow.condition(of: configuration.flow))
        let waiting = configuration.words.count
        for place in 0..<(channel.reorders ? waiting : min(waiting, 1)) { tell(place, in: configuration, &steps) }
        if channel.drops { for place in 0..<waiting { lose(place, in: configuration, &steps) } }
        if waiting > 0, !channel.delays { return }
        for step in flow.ownSteps(from: configuration.flow) {
            take(step, .own(Int(step.input)), from: configuration, leaving: configuration.words, &steps)
        }
        takeTurns(from: configuration, waiting, &steps)
        if recovery != nil { crash(in: configuration, &steps) }
    }

    private mutating func tell(
        _ place: Int, in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]
    ) {
        let word = configuration.words.word(at: place)
        let isOld = configuration.words.isOld(at: place)
        let step = flow.step(from: configuration.flow, word: word, isOld: isOld)
        var words = configuration.words
        words.remove(at: place)
        var telling = ProductStep.Telling(place: place, word: word, isOld: isOld, isKept: false)
        take(step, .told(telling), from: configuration, leaving: words, &steps)
        guard channel.doubles else { return }
        telling.isKept = true
        take(step, .told(telling), from: configuration, leaving: configuration.words, &steps)
    }

    private func lose(_ place: Int, in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]) {
        var next = configuration
        next.words.remove(at: place)
        let label = ProductStep.lost(place: place, word: configuration.words.word(at: place))
        steps.append(.init(label.packed, to: next.packed))
    }

    private mutating func takeTurns(
        from configuration: ProductConfiguration, _ waiting: Int, _ steps: inout [FlowSearch.Step]
    ) {
        guard let turns = provider?.turns(from: configuration.model) else { return }
        for turn in turns where waiting + turn.words.count <= channel.capacity {
            var next = configuration
            next.model = turn.target
            for word in turn.words { next.words.append(word, isGhostly: turn.isGhostly) }
            steps.append(.init(ProductStep.turn(row: Int(turn.row)).packed, to: next.packed))
        }
    }

    /// Carries out a step of the flow: what it remembers, what it orders, and what it breaks.
    private mutating func take(
        _ step: FlowStep, _ label: ProductStep, from configuration: ProductConfiguration, leaving words: WaitingWords,
        _ steps: inout [FlowSearch.Step]
    ) {
        judge.hear(step, label, from: configuration, state: flow.state(of: configuration.flow))
        var next = configuration
        next.flow = step.target
        next.words = words
        next.memory = flow.facts.memory(configuration.memory, after: step.facts)
        next.success = judge.success(after: step, label, configuration.success)
        let facts = Facts(rawValue: step.facts | (step.end == nil ? 0 : FactTable.ended))
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

    /// Orders the effects one after the other: each may begin an attempt and call the provider.
    mutating func perform(
        _ list: Int32, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        let effects = flow.effectLists[Int(list)]
        // Most steps order nothing that the provider hears of.
        guard effects.contains(where: { calls[$0] != nil || startsAttempt[$0] }) else { return visit(configuration) }
        var open = [configuration]
        for effect in effects {
            if startsAttempt[effect] { for place in open.indices { open[place].words.outlive() } }
            open = begin(effect, in: open)
        }
        for configuration in open { visit(configuration) }
    }

    /// Makes the provider's call, if the effect makes one.
    mutating func begin(_ effect: Int, in configurations: [ProductConfiguration]) -> [ProductConfiguration] {
        guard let call = calls[effect] else { return configurations }
        var answered: [ProductConfiguration] = []
        for var configuration in configurations {
            for answer in provider?.answers(to: call, from: configuration.model) ?? [] {
                configuration.model = answer
                answered.append(configuration)
            }
        }
        return answered
    }
}

extension EffectSignature {
    /// The provider's call that the effect makes: what it `calls`, and where it says nothing the call of its own name.
    func call(to provider: String) -> String? {
        guard let calls else { return name }
        return calls.hasPrefix(provider + ".") ? String(calls.dropFirst(provider.count + 1)) : nil
    }
}

extension Machine {
    /// What the flow's decoder reads a word of the provider as.
    func input(for word: ProviderModel.Word, at position: Int, of model: ProviderModel) -> FlowInput {
        let unread = FlowInput(origin: .word(position), event: unrecognised, fields: [])
        guard let source = sources.first(where: { $0.source.name == model.source.text })?.source else { return unread }
        switch source.decode(word.callback(by: source.by), events: events.map(\.signature), enumerations: enumerations)
        {
        case .event(let event, let fields, _, _):
            return FlowInput(
                origin: .word(position), event: event, fields: fields, stamp: source.isSingleton ? .unknown : .current)
        case .unrecognised: return unread
        }
    }
}
