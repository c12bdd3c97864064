public import Keyway
import KeywayLog

/// The provider SDKs that all runs of a process share: which run holds each, and what it said that later runs must hear.
///
/// A source that a flow declares `singleton` is held by the run that last ordered an effect which calls it. A run that is
/// not over and that an app still has is not displaced. It is forgotten with the process, and so are the words; no log has
/// them but as a run heard them.
public final class ProviderSources: Sendable {
    /// Where all runs of an app meet, unless they are given other sources.
    public static let ofThisProcess = ProviderSources()

    private struct State {
        var holders: [SourceName: SourceHolder] = [:]
        var retained = RetainedWords()

        /// The run that a report of one of these sources goes to.
        func holder(of sources: [SourceName]) -> SourceHolder? {
            for source in sources { if let holder = holders[source] { return holder } }
            return nil
        }

        mutating func giveWay(_ run: RunID) {
            for (source, holder) in holders where holder.run == run { holders[source]?.givesWay = true }
        }
    }

    private let state = Lock(State())

    /// Sources that nobody holds, for runs that are not to meet those of the process.
    public init() {}

    /// Takes a raw report of a provider whose delegate is one for all runs, and hands it to the run that holds the source.
    ///
    /// The holder gets it also after its end, until another run takes the source. Before any run holds it only a `retained`
    /// word is kept.
    /// `flow` is any flow that reads this provider, itself or in a sub-flow.
    /// - Throws: `DriverError` of the holder; `noSharedSource` for a flow without such a source.
    public func deliver(_ callback: RawValue, as flow: (some Flow).Type) throws(DriverError) {
        try deliver(callback, as: flow.table)
    }

    /// The same, by a flow's table.
    public func deliver(_ callback: RawValue, as table: Table) throws(DriverError) {
        let sources = table.singletons(saying: callback)
        guard !sources.isEmpty else { throw .noSharedSource(flow: table.name) }
        while let holder = holder(of: sources, orNoting: callback, as: table) {
            if try holder.hear(callback, table, sources) { return }
        }
    }

    /// The run that holds one of the sources; where none does, the callback waits for one if it is `retained`.
    private func holder(of sources: [SourceName], orNoting callback: RawValue, as table: Table) -> SourceHolder? {
        state.withLock { state in
            let holder = state.holder(of: sources)
            if holder == nil { state.retained.note(callback, as: table.flows.map(\.table), heardBy: nil) }
            return holder
        }
    }

    // MARK: - What runs do

    /// Keeps a `retained` word that comes to a leg of a run, or to a run where no leg reads it.
    package func note(_ callback: RawValue, as flows: [Table], heardBy listener: Listener?) {
        state.withLock { $0.retained.note(callback, as: flows, heardBy: listener) }
    }

    /// The same for a word of these sources, if the run still holds them; false, and nothing is kept, where it does not.
    ///
    /// Asked and kept in one: a run that takes the sources hears the word before it goes on, or is the one that it comes to.
    func note(
        _ callback: RawValue, as flows: [Table], heardBy listener: Listener?, while run: RunID,
        holds sources: [SourceName]
    ) -> Bool {
        state.withLock { state in
            guard state.holder(of: sources)?.run == run else { return false }
            state.retained.note(callback, as: flows, heardBy: listener)
            return true
        }
    }

    /// What a leg of a run must hear first, in the order in which it was said; it counts as heard then.
    package func unheard(by listener: Listener, of table: Table) -> [RawValue] {
        state.withLock { $0.retained.unheard(by: listener, of: table) }
    }

    /// Forgets what a run has heard that did not begin.
    func forget(_ run: RunID) {
        state.withLock { $0.retained.forget(run) }
    }

    /// Makes a run the holder of its flow's singleton sources; nil where another run holds one and does not give way.
    ///
    /// Returns those that held them, for the caller to let go of outside of every lock.
    func take(_ sources: [SourceName], for holder: SourceHolder) -> [SourceHolder]? {
        state.withLock { state in
            let others = sources.compactMap { state.holders[$0] }.filter { $0.run != holder.run }
            guard others.allSatisfy(\.givesWay) else { return nil }
            for source in sources where state.holders[source]?.run != holder.run { state.holders[source] = holder }
            return others
        }
    }

    /// No app has the run any more: it keeps its sources until another run wants them.
    func giveWay(_ run: RunID) {
        state.withLock { $0.giveWay(run) }
    }

    /// The run is over; it still gets what its sources say, until another run takes them.
    func leave(_ run: RunID) {
        state.withLock { state in
            state.giveWay(run)
            state.retained.forget(run)
        }
    }
}
