public import KeywayCore
import KeywayLog
public import KeywayRuns

extension Device {
    /// The provider SDKs of one device, which all of its runs share: which run holds each SDK, and which callbacks of the SDKs are kept for
    /// later runs.
    ///
    /// A source that a flow declares `singleton` is held by the run that last ordered an effect which calls it, and its
    /// callbacks go to that run. No other run takes it from a run that is not over and of which the app keeps a handle.
    /// After a restart the log tells who holds what; what was retained is gone, with the SDK that said it.
    public final class Sources: Sendable {
        /// The sources that all runs of an app share, unless they are given others.
        public static let shared = Device.Sources()

        /// A run that holds a source.
        private struct Holder {
            let source: CallbackReading.SourceName
            let run: LiveRun
            /// Whether another run may take the source: the holder is over or was stopped, or the app keeps no handle of it.
            var yieldsSources: Bool
            /// Whether the run is over or was stopped: it then yields its source, even where the app gets a handle of it from now on.
            var isOver = false
        }

        private struct State {
            /// At most one holder for each source; a device has few sources.
            var holders: [Holder] = []
            var retained = RetainedCallbacks()

            func holder(of source: CallbackReading.SourceName) -> Holder? { holders.first { $0.source == source } }

            /// The run that a report of one of these sources goes to.
            func holder(of sources: [CallbackReading.SourceName]) -> LiveRun? {
                for source in sources { if let holder = holder(of: source) { return holder.run } }
                return nil
            }

            mutating func setHolder(_ holder: Holder) {
                holders.removeAll { $0.source == holder.source }
                holders.append(holder)
            }

            mutating func setYieldsSources(_ yieldsSources: Bool, of run: LiveRun) {
                for place in holders.indices where holders[place].run === run {
                    holders[place].yieldsSources = yieldsSources || holders[place].isOver
                }
            }

            mutating func noteEnd(of run: LiveRun) {
                for place in holders.indices where holders[place].run === run {
                    (holders[place].yieldsSources, holders[place].isOver) = (true, true)
                }
            }
        }

        /// A server has a device for each of many people, so none has a lock of its own.
        private static let locks = LockStripes()
        private nonisolated(unsafe) var state = State()

        private func withState<Result>(_ body: (inout State) -> Result) -> Result {
            Self.locks.withLock(of: self) { body(&state) }
        }

        /// Sources that nobody holds, for runs that share none with the other runs of the process.
        public init() {}

        /// Takes a raw report of a provider whose delegate is one for all runs, and hands it to the run that holds the source; it
        /// returns at once.
        ///
        /// The holder gets it also after its end, until another run takes the source. Before any run holds it only a `retained`
        /// callback is kept.
        /// - Parameters:
        ///   - callback: any value whatever; what lies deeper in it than `RawValue.greatestDepth` is not read.
        ///   - flow: any flow that reads this provider, itself or in a sub-flow.
        /// - Throws: `RunError.noSharedSource` for a flow without such a source, and `unreadableFlow`.
        public func deliver(_ callback: consuming RawValue, as flow: (some Flow).Type) throws(RunError) {
            try deliver(callback, as: FlowVersion.shared(for: flow).flow)
        }

        /// Delivers as `deliver(_:as:)` with a generated flow does, for a flow without its types.
        package func deliver(_ callback: consuming RawValue, as flow: RunningFlow) throws(RunError) {
            if let fault = flow.table.fault { throw .unreadableFlow(fault) }
            let callback = callback.cutToGreatestDepth()
            let names = flow.table.singletons(saying: callback)
            guard !names.isEmpty else { throw .noSharedSource(flow: flow.table.name) }
            let reading = CallbackReading(callback, by: flow)
            while true {
                let holder = withState { $0.holder(of: names) }
                // Every flow reads the callback by its own decoder.
                let ownReading = holder.map { $0.flow === flow ? reading : CallbackReading(callback, by: $0.flow) }
                let kinds = reading.retained + (ownReading?.retained.filter { !reading.retained.contains($0) } ?? [])
                // The holder is checked and the callback kept under one lock: a run that takes the source hears this
                // callback either among the retained ones, or as the run that it is handed to.
                let kept = withState { state -> (number: UInt64?, retained: RetainedCallbacks)? in
                    guard state.holder(of: names) === holder else { return nil }
                    let number = state.retained.retain(callback, as: kinds)
                    return (number, state.retained)
                }
                // Where another run has taken the source meanwhile, the callback is read again for that run.
                guard let kept else { continue }
                if let holder, let ownReading { holder.receive(ownReading, answering: nil, kept) }
                return
            }
        }

        // MARK: - What runs do

        /// All that is retained now.
        var retained: RetainedCallbacks { withState { $0.retained } }

        /// Keeps a callback that came to a run itself, for legs and runs that begin later. Returns its number, nil where it is of no
        /// kind and is not kept, and all that is retained now.
        func retain(
            _ callback: RawValue, as kinds: [CallbackReading.RetainedKey]
        ) -> (number: UInt64?, retained: RetainedCallbacks) {
            withState { state in
                let number = state.retained.retain(callback, as: kinds)
                return (number, state.retained)
            }
        }

        /// Makes a run the holder of these sources, and returns what is retained; nil where another run holds one and
        /// does not yield it.
        ///
        /// `yieldsSources`: whether another run may take the sources from this one. `isOver`: whether `leave` was called for the run
        /// already; its last orders may still call sources that it did not hold. `displaced` are the runs that held the sources before, for
        /// the caller to release outside of every lock.
        func take(
            _ sources: [CallbackReading.SourceName], for run: LiveRun, yieldsSources: Bool, isOver: Bool
        ) -> (retained: RetainedCallbacks, displaced: [LiveRun])? {
            withState { state in
                let others = sources.compactMap { state.holder(of: $0) }.filter { $0.run !== run }
                guard others.allSatisfy(\.yieldsSources) else { return nil }
                for source in sources where state.holder(of: source)?.run !== run {
                    state.setHolder(
                        Holder(source: source, run: run, yieldsSources: yieldsSources || isOver, isOver: isOver))
                }
                return (state.retained, others.map(\.run))
            }
        }

        /// Sets whether the run keeps its sources only until another run wants them: true while the app keeps no handle of it.
        ///
        /// A run that is over always yields its sources.
        func setYieldsSources(_ yieldsSources: Bool, of run: LiveRun) {
            withState { $0.setYieldsSources(yieldsSources, of: run) }
        }

        /// Makes a run that came back the holder of a source that it held in an earlier process.
        func restore(_ source: CallbackReading.SourceName, to run: LiveRun) {
            // Released outside of the lock: with the run, the app's handler may be released, and run code of the app.
            let displaced = withState { state -> LiveRun? in
                let earlier = state.holder(of: source)
                // A run of which the app keeps a handle is displaced only by a newer object of the same run: an orchestrator that was
                // opened anew goes on with that object, and the older one writes nothing more.
                if let earlier, !earlier.yieldsSources, earlier.run.id != run.id { return nil }
                state.setHolder(Holder(source: source, run: run, yieldsSources: true))
                return earlier?.run
            }
            withExtendedLifetime(displaced) {}
        }

        /// Notes that the run is over or was stopped; it still gets what its sources say, until another run takes them.
        func leave(_ run: LiveRun) {
            withState { $0.noteEnd(of: run) }
        }
    }
}
