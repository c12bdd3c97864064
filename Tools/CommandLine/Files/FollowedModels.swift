import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayDebugger
import KeywayLog

/// The models of providers' SDKs beside the runs of a flow, as edits of a run must respect them.
struct FollowedModels: ProviderBehavior {
    let callbacks: [RawValue]
    private var followers: [ModelFollower]
    /// Whether each source of the flow and of its sub-flows is the SDK of one of the models.
    private let knowsAllSources: Bool

    init(_ models: [ProviderModel], beside flow: RunningFlow) {
        followers = models.map { ModelFollower($0, beside: flow) }
        let known = Set(models.compactMap { $0.source?.text })
        knowsAllSources = ([flow] + flow.descendants).flatMap(\.table.sources).allSatisfy { known.contains($0.name) }
        callbacks = followers.flatMap { $0.callbacks(readBy: flow) }
    }

    mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int? {
        if let stranger = happenings.firstIndex(where: isUnknown) { return stranger }
        return followers.indices.compactMap { firstImpossible(for: $0, among: happenings) }.min()
    }

    /// Whether a callback of a provider that has a model is none of the model's words.
    private func isUnknown(_ happening: ProviderHappening) -> Bool {
        guard case .heard(let flow, let event, let fields, let unread, _) = happening else { return false }
        // A callback that nobody reads says no source: it may be another provider's where not every source has its model.
        let speakers = followers.filter { unread != nil ? knowsAllSources : $0.speaks(event, to: flow) }
        return !speakers.isEmpty
            && speakers.allSatisfy { $0.words(readAs: event, fields: fields, unread: unread, by: flow).isEmpty }
    }

    private mutating func firstImpossible(for follower: Int, among happenings: [ProviderHappening]) -> Int? {
        var own: [(place: Int, happening: ModelFollower.Happening)] = []
        for (place, happening) in happenings.enumerated() {
            switch happening {
            case .called(let name):
                guard let call = followers[follower].call(named: name) else { continue }
                own.append((place, .called(call)))
            case .heard(let flow, let event, let fields, let unread, let isAdded):
                let words = followers[follower].words(readAs: event, fields: fields, unread: unread, by: flow)
                if !words.isEmpty { own.append((place, .heard(words, isOfThisRun: isAdded))) }
            }
        }
        return followers[follower].firstImpossible(among: own.map(\.happening)).map { own[$0].place }
    }
}
