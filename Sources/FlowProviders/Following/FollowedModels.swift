import FlowLanguage
package import FlowMachine
package import KeywayCore
package import KeywayDebugger

/// What the models of providers' SDKs say of an edited run: a search of the debugger changes what a recorded run heard, and asks here which
/// callbacks there are, and which callback no SDK can have said then.
package struct FollowedModels: ProviderBehavior {
    package let callbacks: [RawValue]
    private var followers: [ModelFollower]
    /// Whether each source of the flow and of its sub-flows is the SDK of one of the models.
    private let knowsAllSources: Bool

    package init(_ models: [ProviderModel], beside flow: RunningFlow) {
        followers = models.map { ModelFollower($0, beside: flow) }
        let known = Set(models.compactMap { $0.source?.text })
        knowsAllSources = ([flow] + flow.descendants).flatMap(\.table.sources).allSatisfy { known.contains($0.name) }
        callbacks = followers.flatMap { $0.callbacks(readBy: flow) }
    }

    package mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int? {
        if let stranger = happenings.firstIndex(where: { meaning(of: $0) == .unknown }) { return stranger }
        return followers.indices.compactMap { firstImpossible(for: $0, among: happenings) }.min()
    }

    package func meaning(of happening: ProviderHappening) -> CallbackMeaning? {
        guard case .heard(let flow, let event, let fields, let unread, _) = happening else { return nil }
        // A callback that nobody reads says no source: it may be another provider's where not every source has its model.
        let speakers = followers.filter { unread != nil ? knowsAllSources : $0.speaks(event, to: flow) }
        let words = speakers.flatMap { speaker in
            speaker.words(readAs: event, fields: fields, unread: unread, by: flow).map {
                speaker.isSuccess($0, heardBy: flow)
            }
        }
        if words.isEmpty { return speakers.isEmpty ? nil : .unknown }
        return words.contains(true) ? .success : .known
    }

    private mutating func firstImpossible(for follower: Int, among happenings: [ProviderHappening]) -> Int? {
        var own: [(place: Int, happening: ModelFollower.Happening)] = []
        for (place, happening) in happenings.enumerated() {
            switch happening {
            case .called(let name):
                guard let call = followers[follower].call(named: name) else { continue }
                own.append((place, .called(call)))
            case .heard(let flow, let event, let fields, let unread, let isAddedByEdit):
                let words = followers[follower].words(readAs: event, fields: fields, unread: unread, by: flow)
                if !words.isEmpty { own.append((place, .heard(words, isOfThisRun: isAddedByEdit))) }
            }
        }
        return followers[follower].firstImpossible(among: own.map(\.happening)).map { own[$0].place }
    }
}
