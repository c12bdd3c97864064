import FlowLanguage
import FlowMachine
import KeywayCore

/// The models that a call could name by `--against` and does not: those of the SDKs that a run's flows hear.
struct UnnamedModels {
    /// The names of the models that are found, as `--against` takes them: one list for each provider.
    private let names: [[String]]

    /// Nil where each SDK that the flow and its sub-flows hear has its model in the call.
    ///
    /// - Parameter specs: the folder in which models are looked for. One that cannot be read is no reason for another answer, so that no
    ///   model is named then.
    init?(of flow: RunningFlow, besides named: [LookedUpModel], specs: String?) {
        let heard = Set(([flow] + flow.descendants).flatMap(\.table.sources).map(\.name))
        let unnamed = heard.subtracting(named.compactMap { $0.model.source?.text })
        guard !unnamed.isEmpty else { return nil }
        let models = (try? ProviderLookup([], specs: specs).models()) ?? []
        let fitting = models.filter { $0.model.source.map { unnamed.contains($0.text) } ?? false }
        let providers = Dictionary(grouping: fitting) { $0.model.name.text }
        names = providers.keys.sorted().map { provider in (providers[provider] ?? []).map(\.name) }
    }

    /// What the call leaves out without them, and how they are named.
    var sentence: String {
        let found = names.map { $0.joined(separator: " or ") }.joined(separator: ", and ")
        return "callbacks are dropped and added only where --against names the SDK's model"
            + (found.isEmpty ? "" : ": \(found)")
    }
}
