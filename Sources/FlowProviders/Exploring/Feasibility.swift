import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// Whether a flow and the models of its providers belong together and fit into a search.
struct Feasibility {
    let machine: Machine
    let models: [ProviderModel]
    /// The flows that are explored together: the flow, and where there are models its sub-flows.
    let flows: [Machine]
    /// Whether the app may die and come back.
    let crashes: Bool

    init(_ machine: Machine, _ models: [ProviderModel], crashing crashes: Bool) {
        self.machine = machine
        self.models = models
        self.crashes = crashes
        flows = models.isEmpty ? [machine] : machine.flowsOfLegs.map(\.machine)
    }

    /// Refuses what does not fit, by the first problem that it finds.
    func check() throws(ExplorationProblem) {
        try checkRoomOfFlows()
        for position in models.indices { try checkRoom(ofModel: position) }
        try checkLegs()
        try checkRetained()
        try checkBeginnings()
        for position in models.indices { try checkMatch(ofModel: position) }
        try checkUnnamedCalls()
    }

    func refusal(_ what: String) -> ExplorationProblem {
        ExplorationProblem(sentence: "'\(machine.name.text)' \(what)", place: .flow(machine.name.range))
    }

    private func refusal(of model: Int, _ what: String, at range: SourceRange? = nil) -> ExplorationProblem {
        ExplorationProblem(
            sentence: "\(models[model].title) \(what)", place: .model(model, range ?? models[model].name.range))
    }

    /// Refuses a flow without a state, and flows with more timers, effects, sub-flows, requirements or values than a search has room for.
    private func checkRoomOfFlows() throws(ExplorationProblem) {
        guard !machine.liveStates.isEmpty else { throw refusal("has no state to begin in") }
        try checkWaits()
        if let flow = flows.first(where: { !FactTable(of: $0).fits }) {
            throw ExplorationProblem(
                sentence: "'\(flow.name.text)' has too many requirements to be explored at once",
                place: .flow(machine.name.range))
        }
        if crashes { try checkPerishableValues() }
        try checkVariants(of: machine, seenByParent: [])
        guard flows.count <= 64 else { throw refusal("has more than 64 sub-flows, which is too many to explore") }
    }

    /// Refuses more timers and effects than a search has bits for: what a run can wait for. A sub-flow of a flow that is explored alone is
    /// waited for as a whole; of a sub-flow that is explored too the timers and effects count.
    private func checkWaits() throws(ExplorationProblem) {
        let own = flows.reduce(0) { $0 + $1.timers.count + $1.effects.count }
        guard flows.count == 1 else {
            guard own <= 64 else {
                throw refusal("and its sub-flows have more than 64 timers and effects, which is too many to explore")
            }
            return
        }
        guard own + machine.children.count <= 64 else {
            throw refusal("has more than 64 timers, effects and sub-flows, which is too many to explore")
        }
    }

    /// Refuses a flow with more values that a restart may take away than a configuration has bits for. The search would never lose the
    /// further ones, so it would leave out runs in which an order lacks one of them.
    private func checkPerishableValues() throws(ExplorationProblem) {
        guard let flow = flows.first(where: { !PerishableValues.fit($0) }) else { return }
        throw ExplorationProblem(
            sentence: "'\(flow.name.text)' gives the values of more than \(PerishableValues.greatestCount) personal or "
                + "secret variables to orders, sub-flows or its parent, which is too many to explore with restarts",
            place: .flow(machine.name.range))
    }

    /// Refuses a flow with an event that has too many different field values to go through, or with too many choices of its parameters;
    /// and so each sub-flow that is explored with it.
    ///
    /// `seenByParent`: what the parent's guards ask of the values that the flow tells the parent at its end.
    private func checkVariants(of flow: Machine, seenByParent: [Condition]) throws(ExplorationProblem) {
        let distinctions = FlowSystem.distinctions(
            of: flow, FactTable(of: flow), endsChildren: models.isEmpty,
            seenByParent: seenByParent, comesBack: crashes)
        if let event = distinctions.eventWithTooManyVariants {
            throw ExplorationProblem(
                sentence: "the values that '\(flow.events[event].name)' of '\(flow.name.text)' can carry are too many "
                    + "to go through: make the range of what guards compare, sub-flows are begun with, or finals keep, narrower",
                place: .flow(flow.name.text == machine.name.text ? flow.events[event].range : machine.name.range))
        }
        guard flow.combinations(of: distinctions.parameters) != nil else {
            throw ExplorationProblem(
                sentence: "the parameters of '\(flow.name.text)' can be chosen in more than "
                    + "\(Machine.greatestChoiceCount) ways: make the ranges of those that guards or requirements read narrower",
                place: .flow(machine.name.range))
        }
        guard !models.isEmpty else { return }
        for child in flow.children {
            guard let machine = child.flow?.machine else { continue }
            let endings = child.endings.map { LegEnding($0, of: machine, toldTo: flow, distinctions) }
            try checkVariants(of: machine, seenByParent: endings.flatMap(\.conditions))
        }
    }

    /// Refuses a model without a state, or with more words or requirements than a search has room for, or with more words in one `emit`
    /// than a channel holds.
    private func checkRoom(ofModel position: Int) throws(ExplorationProblem) {
        let model = models[position]
        guard !model.states.isEmpty else { throw refusal(of: position, "has no state to begin in") }
        let words = WaitingWords.greatestWordCount
        guard model.words.count <= words else {
            throw refusal(of: position, "has more than \(words) words, which is too many to explore")
        }
        let requirements = ModelSystem.greatestRequirementCount
        if let first = model.requirements.dropFirst(requirements).first {
            throw refusal(
                of: position, "has more than \(requirements) requirements, which is too many to explore",
                at: first.range)
        }
        for row in model.rows {
            guard case .speech(let spoken) = row.happening, spoken.count > Channel.greatestCapacity else { continue }
            throw refusal(
                of: position,
                "says \(spoken.count) words in one `emit`, and a channel has room for \(Channel.greatestCapacity)",
                at: row.range)
        }
    }

    /// Refuses too many providers, two models of one provider, and a sub-flow whose own flow is unknown.
    private func checkLegs() throws(ExplorationProblem) {
        guard models.count <= ProductConfiguration.greatestProviderCount else {
            throw refusal("is explored against \(ProductConfiguration.greatestProviderCount) providers at most")
        }
        for (position, model) in models.enumerated() {
            guard let first = models[..<position].first(where: { $0.name.text == model.name.text }) else { continue }
            throw refusal(
                of: position, "stands beside \(first.title), and a run has one SDK of a provider")
        }
        guard !models.isEmpty, !machine.children.isEmpty else { return }
        if let unknown = machine.children.first(where: { $0.flow == nil }) {
            throw ExplorationProblem(
                sentence: "the flow '\(unknown.flowName.text)' of sub-flow '\(unknown.name.text)' is not known",
                place: .flow(unknown.name.range))
        }
    }

    /// Refuses an answer of a model whose fields do not fit the reply of the same name in a flow.
    private func checkAnswers(ofModel position: Int) throws(ExplorationProblem) {
        for flow in flows where flow.isBeside(models[position]) {
            for answer in models[position].answers {
                let callers = flow.effects.indices.filter { flow.call(by: $0, to: models[position]) != nil }
                for reply in callers.flatMap({ flow.replies(to: $0, named: answer.reply.text) }) {
                    let fields = flow.events[reply].signature.fields
                    do throws(ProviderModel.AnswerProblem) {
                        _ = try answer.values(of: fields, among: flow.enumerations)
                    } catch {
                        throw refusal(
                            of: position, "answers '\(answer.text)': in '\(flow.name.text)' \(error.sentence)",
                            at: error.range)
                    }
                }
            }
        }
    }

    /// Refuses a model none of whose calls any effect makes, where a flow that hears it calls a provider without a model: most likely one
    /// of the two providers' names is wrong.
    private func checkCalls(ofModel position: Int) throws(ExplorationProblem) {
        let (model, names) = (models[position], models.map(\.name.text))
        let listeners = flows.filter { $0.hears(model) }
        if let sentence = model.sentence(ifUncalledBy: listeners, knowing: names.contains) {
            throw refusal(of: position, sentence)
        }
    }

    /// Refuses a model whose words two flows read by different fields: a word has its name in one, so only one of them would hear it.
    private func checkNames(ofModel position: Int) throws(ExplorationProblem) {
        guard let source = models[position].source else { return }
        let listeners = flows.compactMap { flow in
            flow.source(of: models[position]).map { (flow: flow.name.text, by: $0.by) }
        }
        guard let first = listeners.first, let other = listeners.first(where: { $0.by != first.by }) else { return }
        throw refusal(
            of: position,
            "is a model for the source '\(source.text)', of which '\(first.flow)' reads the field '\(first.by)' and "
                + "'\(other.flow)' the field '\(other.by)': a word has its name in one field",
            at: source.range)
    }

    /// Refuses a model with a word that gives a value to the field in which a source reads the word's name (rule 29g).
    private func checkFields(ofModel position: Int) throws(ExplorationProblem) {
        guard let doubled = models[position].doubledFields(readBy: flows).first else { return }
        throw refusal(of: position, doubled.sentence, at: doubled.range)
    }

    /// Refuses a model that no flow hears or calls, words that do not fit a source, answers that fit no reply, and
    /// calls of which the model says nothing.
    private func checkMatch(ofModel position: Int) throws(ExplorationProblem) {
        let model = models[position]
        guard flows.contains(where: { $0.isBeside(model) }) else {
            let flow = "'\(machine.name.text)'"
            guard let source = model.source else {
                let who = flows.count > 1 ? "\(flow) or of a sub-flow of it" : flow
                throw refusal(of: position, "is a model that only answers, and no effect of \(who) calls it")
            }
            let who = flows.count > 1 ? "neither \(flow) nor any of its sub-flows has" : "\(flow) does not have"
            throw refusal(
                of: position, "is a model for the source '\(source.text)', which \(who)", at: source.range)
        }
        try checkNames(ofModel: position)
        try checkFields(ofModel: position)
        try checkAnswers(ofModel: position)
        try checkCalls(ofModel: position)
        for flow in flows {
            for effect in flow.effects {
                guard effect.signature.calls != nil, let name = effect.signature.call(to: model.name.text),
                    !model.calls.contains(name)
                else { continue }
                throw refusal(at: effect, of: flow) { effect in
                    "\(model.title) says nothing about the call '\(name)', which \(effect) makes"
                }
            }
        }
    }

    /// Refuses an effect that names no call where two models know one of its own name: nobody says whose call it makes (rule 29a).
    private func checkUnnamedCalls() throws(ExplorationProblem) {
        for flow in flows {
            for (position, effect) in flow.effects.enumerated() {
                let called = models.filter { flow.call(by: position, to: $0) != nil }
                guard called.count > 1 else { continue }
                throw refusal(at: effect, of: flow) { effect in
                    "\(called[0].title) and \(called[1].title) both know the call of \(effect): name the one that it `calls`"
                }
            }
        }
    }

    /// `sentence`: what is wrong, with the words that stand for the effect.
    private func refusal(
        at effect: Machine.Effect, of flow: Machine, _ sentence: (_ effect: String) -> String
    ) -> ExplorationProblem {
        let whose = flow.name.text == machine.name.text ? "" : " of '\(flow.name.text)'"
        return ExplorationProblem(
            sentence: sentence("effect '\(effect.name)'\(whose)"),
            place: .flow(whose.isEmpty ? effect.range : machine.name.range))
    }
}
