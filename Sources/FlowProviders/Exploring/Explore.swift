import FlowLanguage
package import FlowMachine
package import FlowSearch
import KeywayCore

/// Explores everything that can happen to a flow, beside a provider's model or alone, and judges it.
package func explore(
    _ machine: Machine, against model: ProviderModel? = nil, through channel: Channel = Channel(),
    crashing crashes: Bool = false, limit: Int = 20_000_000, reporting report: (Progress) -> Void = { _ in }
) throws(ExplorationProblem) -> FlowExploration {
    try explore(
        machine, against: model.map { [$0] } ?? [], through: channel, crashing: crashes, limit: limit,
        reporting: report)
}

/// Explores everything that can happen to a flow and its legs, beside one model for each of their providers.
///
/// `crashes`: whether the app may die at any moment and come back, its SDK new and its orders recovered.
/// `limit`: past so many configurations the search stops and proves nothing.
/// - Throws: ``ExplorationProblem`` where flow and models do not belong together or do not fit into a search.
package func explore(
    _ machine: Machine, against models: [ProviderModel], through channel: Channel = Channel(),
    crashing crashes: Bool = false, limit: Int = 20_000_000, reporting report: (Progress) -> Void = { _ in }
) throws(ExplorationProblem) -> FlowExploration {
    try Feasibility(machine, models).check()
    let product = Product(machine, against: models, channel: channel, recovery: crashes ? .sound : nil)
    func outcome(
        _ configurations: Int, _ steps: Int, isComplete: Bool, _ judged: [FlowExploration.Judged]
    ) -> FlowExploration {
        FlowExploration(
            machine: machine, models: models, channel: channel, crashes: crashes, configurations: configurations,
            steps: steps, isComplete: isComplete, requirements: judged)
    }
    switch Explorer.explore(product, limit: limit, reporting: report) {
    case .stopped(let progress):
        let unproved = product.questions.map {
            FlowExploration.Judged(name: $0.name, verdict: .unproved, steps: nil, violations: [])
        }
        return outcome(progress.configurations, progress.steps, isComplete: false, unproved)
    case .complete(let exploration):
        guard exploration.system.fits else {
            throw ExplorationProblem(
                sentence: "a provider of '\(machine.name.text)' comes to too many situations to be explored",
                place: .flow(machine.name.range))
        }
        var assessment = Assessment(of: exploration)
        let judged = assessment.judged(product.questions)
        return outcome(exploration.configurationCount, exploration.stepCount, isComplete: true, judged)
    }
}
