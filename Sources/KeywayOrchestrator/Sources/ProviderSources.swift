public import Keyway
import KeywayLog

/// The provider SDKs that all runs of a process share: which run holds each, and what it said that later runs must hear.
///
/// A source that a flow declares `singleton` is held by the run that last ordered an effect which calls it. A run that is
/// not over is not displaced. It is forgotten with the process, and so are the words; no log has them but as a run heard them.
public final class ProviderSources: Sendable {
    /// Where all runs of an app meet, unless they are given other sources.
    public static let ofThisProcess = ProviderSources()

    private struct State {
        var holders: [SourceName: SourceHolder] = [:]
        var retained = RetainedWords()
    }

    private let state = Lock(State())

    public init() {}

    /// Takes a raw report of a provider whose delegate is one for all runs, and hands it to the run that holds the source.
    ///
    /// The holder gets it also after its end, until another run takes the source. Before any run holds it only a `retained`
    /// word is kept.
    /// `flow` is any flow that reads this provider.
    /// - Throws: `DriverError` of the holder.
    public func deliver(_ callback: RawValue, as flow: (some Flow).Type) throws(DriverError) {
        try deliver(callback, as: flow.table)
    }

    /// The same, by a flow's table.
    public func deliver(_ callback: RawValue, as table: Table) throws(DriverError) {
        let holder = state.withLock { state in
            let holder = table.singletons.compactMap { state.holders[$0] }.first
            state.retained.note(callback, as: table, heardBy: holder?.run)
            return holder
        }
        try holder?.deliver(callback)
    }

    // MARK: - What runs do

    /// Keeps a `retained` word that came to a run itself; nil where no leg of it was there to hear.
    func note(_ callback: RawValue, as table: Table, heardBy run: RunID?) {
        state.withLock { $0.retained.note(callback, as: table, heardBy: run) }
    }

    /// What a run must hear first, in the order in which it was said: what came after `mark` and not to the run itself.
    func words(for table: Table, of run: RunID, after mark: inout UInt64) -> [RawValue] {
        state.withLock { state in
            defer { mark = state.retained.count }
            return state.retained.words(for: table, of: run, after: mark)
        }
    }

    /// Makes a run the holder of its flow's singleton sources; false where another run that is not over holds one.
    func take(_ sources: [SourceName], for holder: SourceHolder) -> Bool {
        state.withLock { state in
            let others = sources.compactMap { state.holders[$0] }.filter { $0.run != holder.run }
            guard !others.contains(where: \.isLive) else { return false }
            for source in sources { state.holders[source] = holder }
            return true
        }
    }

    /// The run is over; it still gets what its sources say, until another run takes them.
    func leave(_ run: RunID) {
        state.withLock { state in
            for (source, holder) in state.holders where holder.run == run { state.holders[source]?.isLive = false }
        }
    }
}
