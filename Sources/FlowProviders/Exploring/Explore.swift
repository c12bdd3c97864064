import FlowLanguage
package import FlowMachine
package import FlowSearch
package import KeywayCore

/// Explores everything that can happen to a flow, beside a provider's model or, with nil, alone, and judges it.
///
/// The other parameters are those of `explore` against several models.
package func explore(
    _ machine: Machine, against model: ProviderModel? = nil, through channel: Channel = Channel(),
    crashing crashes: Bool = false, limit: Int = FlowExploration.usualLimit,
    reporting report: (Progress) -> Bool = { _ in true }
) throws(ExplorationProblem) -> FlowExploration {
    try explore(
        machine, against: model.map { [$0] } ?? [], through: channel, crashing: crashes, limit: limit,
        reporting: report)
}

/// Explores everything that can happen to a flow and its legs, beside one model for each of their providers.
///
/// Each choice of the bools and enums among the parameters has a search of its own: runs with different choices hardly ever come to
/// one configuration, so a search of all choices at once would find nothing more and need the memory of all. The result is of all
/// choices.
///
/// `chosen`: parameters that have these values alone, by their positions among the variables; each other one has every value of its range.
/// `channel`: what may become of each provider's words on their way.
/// `crashes`: whether the app may die at any moment and come back, with new SDKs and with the open orders taken up again.
/// `limit`: past so many configurations of one search it stops, and nothing is proved.
/// `report`: is told now and then how far the searches got together; false stops them.
/// - Throws: ``ExplorationProblem`` where flow and models do not belong together or do not fit into a search.
package func explore(
    _ machine: Machine, choosing chosen: [Int: Value] = [:], against models: [ProviderModel],
    through channel: Channel = Channel(), crashing crashes: Bool = false, limit: Int = FlowExploration.usualLimit,
    reporting report: (Progress) -> Bool = { _ in true }
) throws(ExplorationProblem) -> FlowExploration {
    let narrowed = machine.fixing(chosen)
    try Feasibility(narrowed, models, crashing: crashes).check()
    var all: FlowExploration?
    for choice in narrowed.choicesApart(besides: models) {
        let (before, choice) = (all, choice.merging(chosen) { other, _ in other })
        var exploration = try explore(
            choosing: machine.fixing(choice), against: models, through: channel, crashing: crashes, limit: limit
        ) { progress in
            var progress = progress
            progress.configurations += before?.configurations ?? 0
            progress.steps += before?.steps ?? 0
            return report(progress)
        }
        exploration.putBeforeRuns(choice, of: machine)
        exploration.chosen = chosen
        all = before?.joined(with: exploration) ?? exploration
        guard exploration.isComplete else { break }
    }
    guard let all else { preconditionFailure("A flow without such parameters has one choice, of none") }
    return all
}

/// One search, of a flow whose bools and enums have the values of one choice.
private func explore(
    choosing machine: Machine, against models: [ProviderModel], through channel: Channel, crashing crashes: Bool,
    limit: Int, reporting report: (Progress) -> Bool
) throws(ExplorationProblem) -> FlowExploration {
    let product = Product(machine, against: models, channel: channel, recovery: crashes ? .sound : nil)
    func result(
        _ configurations: Int, _ steps: Int, isComplete: Bool, _ judged: [FlowExploration.Judged], _ product: Product
    ) -> FlowExploration {
        FlowExploration(
            machine: machine, models: models, channel: channel, crashes: crashes, configurations: configurations,
            steps: steps, isComplete: isComplete, judgements: judged,
            reached: Reached(by: product), growth: isComplete ? [] : Growth(of: product).sentences)
    }
    let outcome = Explorer.explore(product, limit: limit, reporting: report)
    var assessment = try outcome.assessment(of: machine)
    switch outcome {
    case .stopped(let progress, _):
        let judged = assessment.judgedSoFar(assessment.product.questions)
        return result(progress.configurations, progress.steps, isComplete: false, judged, assessment.product)
    case .complete(let exploration):
        let judged = assessment.judged(assessment.product.questions)
        return result(
            exploration.configurationCount, exploration.stepCount, isComplete: true, judged, assessment.product)
    }
}

extension Explorer.Outcome where System == Product {
    /// What the search found, ready to be judged, whether the search is complete or was stopped.
    ///
    /// - Throws: ``ExplorationProblem`` where a provider has more situations than a configuration has room for. Then
    ///   different configurations were taken for one, and neither a proof nor a run that breaks something stands.
    func assessment(of machine: Machine) throws(ExplorationProblem) -> Assessment {
        let found =
            switch self {
            case .complete(let exploration): exploration
            case .stopped(_, let part): part
            }
        guard found.system.fits else {
            throw ExplorationProblem(
                sentence: "a provider of '\(machine.name.text)' comes to too many situations to be explored",
                place: .flow(machine.name.range))
        }
        return Assessment(of: found)
    }
}
