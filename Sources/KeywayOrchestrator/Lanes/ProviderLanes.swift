import Keyway
import KeywayLog

/// The lanes of the providers that all runs of a process share: one for each provider, first come, first served.
///
/// It is forgotten with the process, and knows nothing of other processes: a lane does not span them. A run that keeps its
/// lane keeps the others waiting for as long as its flow lets it; their own deadlines end that.
public final class ProviderLanes: Sendable {
    /// Where all runs of an app meet, unless they are given other lanes.
    public static let ofThisProcess = ProviderLanes()

    private struct State {
        var queue = LaneQueue<LaneStanding>()
        var providers: [LaneStanding: String] = [:]
        /// What tells a run that it holds the lane.
        var grants: [LaneStanding: @Sendable () -> Void] = [:]
        /// Those who hold the lane and have not been told, in that order.
        var untold: [LaneStanding] = []
        var isTelling = false

        /// The next grant to be told; nil, and nobody tells any more, where there is none.
        mutating func nextGrant() -> (@Sendable () -> Void)? {
            while !untold.isEmpty {
                // Who has left since needs not be told.
                if let grant = grants[untold.removeFirst()] { return grant }
            }
            isTelling = false
            return nil
        }
    }

    private let state = Lock(State())

    /// Lanes in which nobody stands, for runs that are not to meet those of the process.
    public init() {}

    /// Stands in the provider's line; `grant` is called, by any thread, once the lane is held.
    func ask(_ standing: LaneStanding, of provider: String, grant: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.providers[standing] = provider
            state.grants[standing] = grant
            if state.queue.ask(standing, of: provider) { state.untold.append(standing) }
        }
        tellGrants()
    }

    /// Gives the lane back, or leaves the line.
    func free(_ standing: LaneStanding) {
        state.withLock { state in
            state.grants[standing] = nil
            guard let provider = state.providers.removeValue(forKey: standing),
                let next = state.queue.free(standing, of: provider)
            else { return }
            state.untold.append(next)
        }
        tellGrants()
    }

    /// Frees whatever a run still has: it is over.
    func leave(_ run: RunID) {
        let standings = state.withLock { $0.providers.keys.filter { $0.run == run } }
        for standing in standings { free(standing) }
    }

    /// Tells one after the other that it holds its lane, for whoever is told may give it back at once; who comes first tells
    /// for all.
    private func tellGrants() {
        let isFirst = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFirst else { return }
        while let grant = state.withLock({ $0.nextGrant() }) { grant() }
    }
}
