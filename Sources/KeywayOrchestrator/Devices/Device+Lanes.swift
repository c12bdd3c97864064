import KeywayCore
import KeywayLog
import KeywayRuns

extension Device {
    /// The lanes of one device's providers, which all of its runs share: one for each provider, first come, first served.
    ///
    /// A lane does not span processes. A run that keeps its lane keeps other runs waiting for as long as its flow lets
    /// it; the deadlines of the waiting runs end their waits. The lane of a run that was stopped before its end is reserved, because the run
    /// still has it when it goes on: until then, or until its orchestrator is shut down, no other run gets the lane.
    public final class Lanes: Sendable {
        /// The lanes that all runs of an app share, unless they are given others.
        public static let shared = Device.Lanes()

        /// A place in a line.
        private struct Place {
            /// The run that stands there, and is told of the grant; nil where the place is kept for a run that no orchestrator has now.
            var run: LiveRun?
        }

        private struct State {
            var queue = LaneQueue()
            /// By runs, the places of all requests that stand in a line.
            var places: [RunID: [LaneRequest: Place]] = [:]

            /// Puts the request into the line, at the end where it does not stand there yet; returns whether it holds the lane, and the
            /// place that it had before.
            mutating func put(_ request: LaneRequest, _ place: Place) -> (isHeld: Bool, earlier: Place?) {
                let earlier = places[request.run, default: [:]].updateValue(place, forKey: request)
                return (earlier == nil ? queue.ask(request) : queue.isFirst(request), earlier)
            }

            /// The requests of the run whose places are the wanted ones, in the order of asking.
            func requests(of run: RunID, where isWanted: (Place) -> Bool) -> [LaneRequest] {
                (places[run] ?? [:]).filter { isWanted($0.value) }.keys.sorted { $0.sequence < $1.sequence }
            }
        }

        private static let locks = LockStripes()
        private nonisolated(unsafe) var state = State()

        private func withState<Result>(_ body: (inout State) -> Result) -> Result {
            Self.locks.withLock(of: self) { body(&state) }
        }

        /// Lanes for which nobody has asked, for runs that are not to wait for other runs of the device.
        public init() {}

        /// Puts the request in the provider's queue, for this run; the run is told once the request holds the lane.
        ///
        /// Where the request stands there already, an earlier `LiveRun` of the same run has asked: one of another orchestrator, or one that
        /// was stopped and whose lane was reserved. This one takes its place.
        func ask(_ request: LaneRequest, for run: LiveRun) {
            let (isHeld, earlier) = withState { $0.put(request, Place(run: run)) }
            // Released outside of the lock: with the older object the app's handler may be released, and run code of the app.
            withExtendedLifetime(earlier) {}
            if isHeld { run.noteGrant(of: request) }
        }

        /// Takes the request out of the queue, if the run stands there; where the request held the lane, the next one of the queue gets it.
        func free(_ request: LaneRequest, of run: LiveRun) { free(request) { $0.run === run } }

        /// Takes all requests of the run out of the queues: it gives back the lanes that it holds, and waits for none any more. The run is
        /// over, or all runs of its orchestrator are stopped.
        func leave(_ run: LiveRun) {
            for request in withState({ $0.requests(of: run.id) { $0.run === run } }) { free(request, of: run) }
        }

        /// Takes a run that was stopped before its end out of the queues, but reserves the lanes that it was granted: by its records it has
        /// them when it goes on. Returns whether it had any.
        func reserveLanes(of run: LiveRun) -> Bool {
            let (reserved, others) = withState { state -> ([LaneRequest], [LaneRequest]) in
                let requests = state.requests(of: run.id) { $0.run === run }
                let reserved = requests.filter { state.queue.isFirst($0) }
                for request in reserved { state.places[run.id]?[request] = Place(run: nil) }
                return (reserved, requests.filter { !reserved.contains($0) })
            }
            for request in others { free(request, of: run) }
            return !reserved.isEmpty
        }

        /// Reserves a lane for a run that holds it by its records and that its orchestrator does not go on with now: its key store does not
        /// answer, or the run was stopped.
        func reserve(_ request: LaneRequest) {
            withState { state in
                if state.places[request.run]?[request] == nil { _ = state.put(request, Place(run: nil)) }
            }
        }

        /// Gives back the lanes that are reserved for the run: the run does not go on in this process any more.
        func giveBackLanes(reservedFor run: RunID) {
            for request in withState({ $0.requests(of: run) { $0.run == nil } }) { free(request) { $0.run == nil } }
        }

        /// Takes the request out of the queue if its place is a wanted one.
        private func free(_ request: LaneRequest, where isWanted: (Place) -> Bool) {
            let next = withState { state -> (request: LaneRequest, run: LiveRun)? in
                guard let place = state.places[request.run]?[request], isWanted(place) else { return nil }
                state.places[request.run]?[request] = nil
                if state.places[request.run]?.isEmpty == true { state.places[request.run] = nil }
                guard let next = state.queue.free(request) else { return nil }
                return state.places[next.run]?[next]?.run.map { (next, $0) }
            }
            if let next { next.run.noteGrant(of: next.request) }
        }
    }
}
