import KeywayCore
import KeywayLog
import KeywayRuns

extension Device {
    /// The lanes of the providers that all runs of a process share: one for each provider, first come, first served.
    ///
    /// A lane does not span processes. A run that keeps its lane keeps other runs waiting for as long as its flow lets
    /// it; the deadlines of the waiting runs end their waits.
    public final class Lanes: Sendable {
        /// The lanes that all runs of an app share, unless they are given others.
        public static let shared = Device.Lanes()

        /// Tells a run that it holds the lane which it asked for by this request.
        typealias Granting = @Sendable (LaneRequest) -> Void

        private struct State {
            var queue = LaneQueue()
            /// The requests of each run that holds lanes or waits for them, each with how the run is told of the grant.
            var requests: [RunID: [LaneRequest: Granting]] = [:]
        }

        private static let locks = LockStripes()
        private nonisolated(unsafe) var state = State()

        private func withState<Result>(_ body: (inout State) -> Result) -> Result {
            Self.locks.withLock(of: self) { body(&state) }
        }

        /// Lanes for which nobody has asked, for runs that are not to wait for the other runs of the process.
        public init() {}

        /// Puts the request in the provider's queue; `grant` is called once the request holds the lane, by the courier: the thread
        /// that carries out what follows from records.
        func ask(_ request: LaneRequest, grant: @escaping Granting) {
            let isHeld = withState { state in
                state.requests[request.run, default: [:]][request] = grant
                return state.queue.ask(request)
            }
            if isHeld { grant(request) }
        }

        /// Takes the request out of the queue; where it held the lane, the next request of the queue gets the lane.
        func free(_ request: LaneRequest) {
            let next = withState { state -> (request: LaneRequest, grant: Granting)? in
                state.requests[request.run]?[request] = nil
                if state.requests[request.run]?.isEmpty == true { state.requests[request.run] = nil }
                guard let next = state.queue.free(request), let grant = state.requests[next.run]?[next] else {
                    return nil
                }
                return (next, grant)
            }
            if let next { next.grant(next.request) }
        }

        /// Takes all requests of a run that is over out of the queues: it frees the lanes that it holds, and waits for none any more.
        func leave(_ run: RunID) {
            let requests = withState { $0.requests[run]?.keys.sorted { $0.sequence < $1.sequence } ?? [] }
            for request in requests { free(request) }
        }
    }
}
