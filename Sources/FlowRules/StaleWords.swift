import FlowMachine
import KeywayCore

extension Machine {
    /// Whether a callback may come as stale: not where each source that makes it is a `singleton`, which never knows of which attempt a
    /// word is.
    ///
    /// A callback that no source makes may come as stale, for nobody says of what kind its source would be.
    func mayBeStale(_ callback: Int) -> Bool {
        let makers = sources.filter { $0.source.rows.contains { $0.event == callback } }
        return makers.isEmpty || makers.contains { !$0.source.isSingleton }
    }

    /// Why a callback that may not be stale does not come so, as the end of a message.
    static let onlyStampedWordsAreStale = "only a 'stamped' source says that a word is of an earlier attempt"
}
