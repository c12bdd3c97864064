import FlowLanguage
package import FlowMachine
package import FlowSearch
import Keyway

/// Explores everything that can happen to a flow, beside a provider's model or alone, and judges it.
///
/// `crashes`: whether the app may die at any moment and come back, its SDK new and its orders recovered.
/// `limit`: past so many configurations the search stops and proves nothing.
/// - Throws: ``ExplorationProblem`` where the two do not belong together or do not fit into a search.
package func explore(
    _ machine: Machine, against model: ProviderModel? = nil, through channel: Channel = Channel(),
    crashing crashes: Bool = false, limit: Int = 20_000_000, reporting report: (Progress) -> Void = { _ in }
) throws(ExplorationProblem) -> FlowExploration {
    try checkRoom(for: machine, model)
    if let model { try checkMatch(of: machine, model) }
    let product = Product(machine, against: model, channel: channel, recovery: crashes ? .orchestrator : nil)
    switch Explorer.explore(product, limit: limit, reporting: report) {
    case .stopped(let progress):
        return FlowExploration(
            machine: machine, model: model, channel: channel, crashes: crashes, configurations: progress.configurations,
            steps: progress.steps, isComplete: false,
            requirements: product.questions.map { .init(name: $0.name, verdict: .unproved, steps: nil, violations: []) }
        )
    case .complete(let exploration):
        guard exploration.system.fits else {
            throw ExplorationProblem(
                sentence: "'\(machine.name.text)' has too many configurations of its own to be explored with a model",
                place: .flow(machine.name.range))
        }
        var assessment = Assessment(of: exploration)
        let judged = product.questions.map { assessment.judged($0) }
        return FlowExploration(
            machine: machine, model: model, channel: channel, crashes: crashes,
            configurations: exploration.configurationCount,
            steps: exploration.stepCount, isComplete: true, requirements: judged)
    }
}

private func checkRoom(for machine: Machine, _ model: ProviderModel?) throws(ExplorationProblem) {
    func refuse(_ what: String) -> ExplorationProblem {
        ExplorationProblem(sentence: "'\(machine.name.text)' has \(what)", place: .flow(machine.name.range))
    }
    guard !machine.liveStates.isEmpty else { throw refuse("no state to begin in") }
    guard machine.timers.count + machine.effects.count + machine.children.count <= 64 else {
        throw refuse("more than 64 timers, effects and sub-flows, which is too many to explore")
    }
    guard FactTable(of: machine).fits else { throw refuse("too many requirements to be explored at once") }
    if let model, model.states.isEmpty {
        throw ExplorationProblem(sentence: "\(model.title) has no state to begin in", place: .model(model.name.range))
    }
    if let model, model.words.count > WaitingWords.greatestWordCount {
        throw ExplorationProblem(
            sentence:
                "\(model.title) has more than \(WaitingWords.greatestWordCount) words, which is too many to explore",
            place: .model(model.name.range))
    }
}

/// A model speaks through its source, and answers the calls of the flow's effects.
private func checkMatch(of machine: Machine, _ model: ProviderModel) throws(ExplorationProblem) {
    guard machine.sources.contains(where: { $0.source.name == model.source.text }) else {
        throw ExplorationProblem(
            sentence:
                "\(model.title) is a model for the source '\(model.source.text)', which '\(machine.name.text)' does not have",
            place: .model(model.source.range))
    }
    for effect in machine.effects {
        guard effect.signature.calls != nil, let name = effect.signature.call(to: model.name.text),
            !model.calls.contains(name)
        else { continue }
        throw ExplorationProblem(
            sentence: "\(model.title) says nothing about the call '\(name)', which effect '\(effect.name)' makes",
            place: .flow(effect.range))
    }
}
