import FlowLanguage
public import FlowMachine
public import FlowSearch
import KeywayCore

/// One thing that is to be proved: a flow against a version of each of its providers' SDKs, or alone.
public struct Proof: Sendable {
    /// The flow that everything is asked of.
    public let flow: Machine
    /// The models beside the flow, one for each provider; with none, the flow is explored alone, and any event may come at any moment.
    public let models: [ProviderModel]

    /// A proof of the flow beside these models.
    package init(flow: Machine, models: [ProviderModel]) {
        self.flow = flow
        self.models = models
    }

    /// The proofs of a flow that `keyway explore --all` makes.
    ///
    /// Each is against one model for each provider: one of any version beside the newest ones of all other providers.
    /// A flow with sub-flows whose bools, enums or integers may be chosen has these values as nobody chooses them there: what its
    /// sub-flows and their SDKs do together would have to be gone through for each choice. Each choice is proved with
    /// sub-flows that end at any moment, in a proof of the flow alone; the sub-flows have proofs of their own, for each
    /// value that they may be begun with.
    ///
    /// - Parameters:
    ///   - flow: the flow that everything is asked of.
    ///   - models: of any providers and versions. Those that neither the flow nor a sub-flow hears or calls are left
    ///     out; where none is left, there is one proof, of the flow alone.
    public static func all(of flow: Machine, among models: [ProviderModel]) -> [Proof] {
        let ofFlow = models.filter { model in flow.flowsOfLegs.contains { $0.machine.isBeside(model) } }
        guard let unchosen = flow.unchosen(besides: ofFlow) else {
            return modelCombinations(of: ofFlow).map { Proof(flow: flow, models: $0) }
        }
        return [Proof(flow: flow, models: [])] + modelCombinations(of: ofFlow).map { Proof(flow: unchosen, models: $0) }
    }

    /// The combinations of models beside a flow, one model for each provider in each of them.
    ///
    /// Every version of a provider stands beside the newest versions of all other providers.
    package static func modelCombinations(of models: [ProviderModel]) -> [[ProviderModel]] {
        var names: [String] = []
        for model in models where !names.contains(model.name.text) { names.append(model.name.text) }
        let versions = names.map { name in models.filter { $0.name.text == name }.sorted { $0.isOlder(than: $1) } }
        let newest = versions.compactMap(\.last)
        var combinations: [[ProviderModel]] = []
        for (position, versions) in versions.enumerated() {
            // The newest of all stand together once.
            for version in versions.dropLast() {
                var combination = newest
                combination[position] = version
                combinations.append(combination)
            }
        }
        return combinations + [newest]
    }

    /// Goes through everything that can happen, and judges it.
    ///
    /// - Parameters:
    ///   - limit: past so many configurations of one search it stops, and nothing is proved.
    ///   - report: is told after every 65,536 expanded configurations how far the search got; false stops the
    ///     search. What is broken by then is told as broken, and nothing is proved.
    /// - Throws: ``ExplorationProblem`` where the flow and the models do not belong together or do not fit into a
    ///   search.
    public func explored(
        limit: Int = FlowExploration.usualLimit, reporting report: (Progress) -> Bool = { _ in true }
    ) throws(ExplorationProblem) -> FlowExploration {
        try explore(flow, against: models, limit: limit, reporting: report)
    }
}

extension ProviderModel {
    /// Whether the model's version comes before the other's. The parts between the dots are compared as numbers, one after the other; where
    /// one of two parts is no number, both are compared as text.
    fileprivate func isOlder(than other: ProviderModel) -> Bool {
        let (left, right) = (version.content.split(separator: "."), other.version.content.split(separator: "."))
        for (left, right) in zip(left, right) where left != right {
            if let left = Int(left), let right = Int(right) { return left < right }
            return left < right
        }
        return left.count < right.count
    }
}
