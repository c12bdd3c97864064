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
    }

    private let state = Lock(State())

    public init() {}

    /// Stands in the provider's line; `grant` is called, by any thread, once the lane is held.
    func ask(_ standing: LaneStanding, of provider: String, grant: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            state.providers[standing] = provider
            state.grants[standing] = grant
            return state.queue.ask(standing, of: provider)
        }
        if isHeld { grant() }
    }

    /// Gives the lane back, or leaves the line.
    func free(_ standing: LaneStanding) {
        let grant = state.withLock { state -> (@Sendable () -> Void)? in
            state.grants[standing] = nil
            guard let provider = state.providers.removeValue(forKey: standing) else { return nil }
            return state.queue.free(standing, of: provider).flatMap { state.grants[$0] }
        }
        grant?()
    }

    /// Frees whatever a run still has: it is over.
    func leave(_ run: RunID) {
        let standings = state.withLock { $0.providers.keys.filter { $0.run == run } }
        for standing in standings { free(standing) }
    }
}
