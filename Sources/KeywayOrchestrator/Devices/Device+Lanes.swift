import KeywayCore
import KeywayLog
import KeywayRuns

extension Device {
    /// The lanes of the providers that all runs of a process share: one for each provider, first come, first served.
    ///
    /// It knows nothing of other processes: a lane does not span them. A run that keeps its lane keeps the others waiting for as
    /// long as its flow lets it; their own deadlines end that.
    public final class Lanes: Sendable {
        /// Where all runs of an app meet, unless they are given other lanes.
        public static let ofThisProcess = Device.Lanes()

        /// Tells a run that it holds the lane it asked for.
        typealias Granting = @Sendable (LaneRequest) -> Void

        private struct State {
            var queue = LaneQueue()
            /// Of each run that stands in a line: its requests, and how it is told.
            var standing: [RunID: [LaneRequest: Granting]] = [:]
        }

        private static let locks = LockStripes()
        private nonisolated(unsafe) var state = State()

        private func withState<Result>(_ body: (inout State) -> Result) -> Result {
            Self.locks.withLock(of: self) { body(&state) }
        }

        /// Lanes in which nobody stands, for runs that are not to meet those of the process.
        public init() {}

        /// Stands in the provider's line; `grant` is called, by the courier's thread, once the lane is held.
        func ask(_ request: LaneRequest, grant: @escaping Granting) {
            let isHeld = withState { state in
                state.standing[request.run, default: [:]][request] = grant
                return state.queue.ask(request)
            }
            if isHeld { grant(request) }
        }

        /// Gives the lane back, or leaves the line.
        func free(_ request: LaneRequest) {
            let next = withState { state -> (request: LaneRequest, grant: Granting)? in
                state.standing[request.run]?[request] = nil
                if state.standing[request.run]?.isEmpty == true { state.standing[request.run] = nil }
                guard let next = state.queue.free(request), let grant = state.standing[next.run]?[next] else {
                    return nil
                }
                return (next, grant)
            }
            if let next { next.grant(next.request) }
        }

        /// Frees whatever a run still has: it is over.
        func leave(_ run: RunID) {
            let requests = withState { $0.standing[run]?.keys.sorted { $0.sequence < $1.sequence } ?? [] }
            for request in requests { free(request) }
        }
    }
}
