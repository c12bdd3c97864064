import FlowLanguage
import FlowMachine
import KeywayCore

extension LegSystem {
    /// The flow with those of its sub-flows, as they hear and call the models.
    ///
    /// Without models nothing is beside it: any callback may come, and any sub-flow may end, at any moment.
    /// `comesBack`: the app may die at any moment and come back.
    /// `merges`: whether configurations of a leg that make no difference are followed as one, and lists of retained words too.
    init(_ machine: Machine, beside models: [ProviderModel], comesBack: Bool = false, merging merges: Bool = true) {
        let words = ProviderWords(of: models, heardBy: machine.flowsOfLegs.map(\.machine))
        var gathering = LegGathering(of: machine, words: words, comesBack: comesBack)
        gathering.add(machine, at: 0, as: nil, of: nil, child: 0)
        var flows = gathering.flows
        if comesBack { flows.noteUnansweredCalls(to: models) }
        // A flow that runs alone has no product that its own configurations would multiply.
        if flows.count > 1 {
            for flow in flows.indices { flows[flow].survey = LegFlow.Survey(comesBack: comesBack, merges: merges) }
        }
        self.init(flows, hearing: words, merging: merges)
    }
}

/// Numbers a flow and its sub-flows, parents first.
private struct LegGathering {
    let words: ProviderWords
    /// The `by` fields of sources of which no model speaks: what these sources say, another source of any leg may read.
    let unmodelledFields: Set<String>
    /// Of each flow by its place among `Machine.flowsOfLegs`.
    let knownArguments: [KnownArguments]
    let comesBack: Bool
    var flows: [LegFlow] = []
    private var obligationCount = 0

    init(of machine: Machine, words: ProviderWords, comesBack: Bool) {
        self.words = words
        self.comesBack = comesBack
        let told = Set(words.models.compactMap(\.source?.text))
        let sources = machine.flowsOfLegs.flatMap(\.machine.sources).map(\.source)
        knownArguments = KnownArguments.ofLegs(of: machine)
        unmodelledFields = Set(sources.filter { !told.contains($0.name) }.map(\.by))
    }

    /// Adds a flow, and where there are models its sub-flows behind it.
    ///
    /// `place`: the flow's place among `Machine.flowsOfLegs`.
    mutating func add(_ machine: Machine, at place: Int, as name: String?, of parent: Int?, child: Int) {
        let legsRun = !words.models.isEmpty && machine.children.allSatisfy { $0.flow != nil }
        let position = flows.count
        let readings = words.entries.indices.map { words.reading(of: $0, by: machine) }
        let unmodelled = machine.sources.indices.filter { unmodelledFields.contains(machine.sources[$0].source.by) }
        let calls = calls(of: machine)
        let facts = FactTable(of: machine)
        let endings = endings(of: child, in: parent)
        let system = FlowSystem(
            machine, facts: facts,
            among: .init(
                unmodelledSources: Set(unmodelled), isRoot: parent == nil, endsChildren: !legsRun,
                answeredEffects: answeredEffects(among: calls),
                seenByParent: endings.values.sorted { $0.event < $1.event }.flatMap(\.conditions),
                comesBack: comesBack))
        var flow = LegFlow(
            system: system, rules: LegRules(of: machine, at: position, facts: facts), name: name, parent: parent,
            child: child, cancel: machine.events.firstIndex { $0.signature.origin == .command && $0.name == "cancel" },
            endings: endings, readings: readings.map { $0?.input },
            outlivedReadings: readings.map { $0?.input.outlived }, retains: readings.map { $0?.isRetained ?? false },
            hearsSuccess: readings.indices.contains { readings[$0] != nil && words.entries[$0].isSuccess },
            providers: providers(of: machine, calls, reading: readings.map { $0 != nil }), calls: calls,
            knownArguments: knownArguments[place],
            takers: takers(in: machine, calls),
            firstObligation: obligationCount)
        obligationCount += machine.timers.count + machine.effects.count + (legsRun ? 0 : machine.children.count)
        flows.append(flow)
        guard legsRun else { return }
        var place = place + 1
        for (child, declared) in machine.children.enumerated() {
            guard let sub = declared.flow?.machine else { continue }
            flow.children.append(flows.count)
            let name = name.map { "\($0).\(declared.name.text)" } ?? declared.name.text
            add(sub, at: place, as: name, of: position, child: child)
            place += sub.flowsOfLegs.count
        }
        flows[position].children = flow.children
        flows[position].system.silentChildren = flow.children.map { child in
            SilentChild(system: flows[child].system, child: flows[child].child, endings: flows[child].endings)
        }
    }

    /// How the parent hears of the sub-flow's finals; empty for the root.
    private func endings(of child: Int, in parent: Int?) -> [Int: LegEnding] {
        guard let parent else { return [:] }
        let system = flows[parent].system
        let declared = system.machine.children[child]
        guard let machine = declared.flow?.machine else { return [:] }
        let endings = declared.endings.map {
            ($0.final, LegEnding($0, of: machine, toldTo: system.machine, system.distinctions))
        }
        return Dictionary(endings) { first, _ in first }
    }

    /// The providers that the flow hears or calls, one bit for each.
    ///
    /// `isRead`: for each word whether the flow reads it, also by a source for which another model speaks.
    private func providers(of machine: Machine, _ calls: [LegFlow.Call?], reading isRead: [Bool]) -> UInt64 {
        var providers = words.models.indices.reduce(into: UInt64(0)) { bits, provider in
            if machine.hears(words.models[provider]) { bits.insert(provider) }
        }
        for word in isRead.indices where isRead[word] { providers.insert(words.entries[word].provider) }
        for call in calls { call.map { providers.insert($0.provider) } }
        return providers
    }

    /// The effects that a provider answers and not the backend, one bit for each.
    private func answeredEffects(among calls: [LegFlow.Call?]) -> UInt64 {
        calls.enumerated().reduce(into: UInt64(0)) { effects, call in
            guard let provider = call.element?.provider, !words.models[provider].answers.isEmpty else { return }
            effects.insert(call.offset)
        }
    }

    /// For each answer of the models the effects that may get it; answers that do not fit were refused before the
    /// search.
    private func takers(in machine: Machine, _ calls: [LegFlow.Call?]) -> [[AnswerTaker]] {
        words.models.enumerated().flatMap { provider, model in
            model.answers.map { answer in
                calls.indices.filter { calls[$0]?.provider == provider }.flatMap { effect in
                    machine.replies(to: effect, named: answer.reply.text).compactMap { event in
                        let fields = machine.events[event].signature.fields
                        guard let values = try? answer.values(of: fields, among: machine.enumerations) else {
                            return nil
                        }
                        return AnswerTaker(effect: effect, event: event, values: values)
                    }
                }
            }
        }
    }

    /// For each effect the call that it makes to a model; nil where it makes none.
    private func calls(of machine: Machine) -> [LegFlow.Call?] {
        machine.effects.indices.map { effect in
            for (provider, model) in words.models.enumerated() {
                guard let call = machine.call(by: effect, to: model), let number = model.calls.firstIndex(of: call)
                else { continue }
                return LegFlow.Call(provider: provider, number: number)
            }
            return nil
        }
    }
}
