import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// Whether what earlier runs may have left in sources that retain is known, and little enough for a search.
extension Feasibility {
    /// Refuses a source of a sub-flow that retains words of which no model speaks: what a leg hears before its first
    /// command would be unknown.
    func checkRetained() throws(ExplorationProblem) {
        guard !models.isEmpty else { return }
        let unmodelled = machine.flowsOfLegs.flatMap { $0.machine.sources.map(\.source) }.filter { source in
            !models.contains { $0.source?.text == source.name }
        }
        for flow in machine.flowsOfLegs.dropFirst() {
            for source in flow.machine.sources.map(\.source) where source.rows.contains(where: \.isRetained) {
                // A source reads every callback that has its `by` field, so it may retain callbacks of another source with the same field.
                let sayers = unmodelled.filter { $0.by == source.by }
                guard let sayer = sayers.first(where: { $0.name == source.name }) ?? sayers.first else { continue }
                let what = sayer.name == source.name ? "it retains" : "of it '\(source.name)' retains"
                throw refusal(
                    "cannot be explored without a model for the source '\(sayer.name)': what \(what), the sub-flow "
                        + "'\(flow.name ?? "")' hears before its first command")
            }
        }
    }

    /// Refuses a flow whose runs can begin in too many ways: with each choice of its parameters, after each list of words that earlier
    /// runs may have left.
    func checkBeginnings() throws(ExplorationProblem) {
        let choices = machine.combinations(of: machine.parametersThatMatter(besides: models))?.count ?? .max
        let greatest = ProviderWords.greatestBeginningCount
        let left = ProviderWords(of: models, heardBy: flows).leftBefore(runsOf: flows)?.count ?? .max
        guard left > greatest / choices else { return }
        let chosen = choices > 1 ? ", with its parameters chosen in \(choices) ways" : ""
        throw refusal(
            "has runs that can begin in more than \(greatest) ways, by the order of what earlier runs left in sources that retain"
                + "\(chosen): let fewer rows of decoders be 'retained'")
    }
}
