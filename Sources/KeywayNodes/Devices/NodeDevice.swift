import KeywayCore
import KeywayLog
import KeywayRuns

/// A device as a node has it in memory.
struct NodeDevice: Sendable {
    /// A word that came for whichever run holds its source, and that is not handed to a run yet.
    struct Waiting: Sendable {
        var word: DeviceWord
        /// Who waits for the answer; nil where nobody does.
        var asker: Asker?
        /// The run that has heard the word already; nil where none has. The word still waits to be kept for later runs, and another run
        /// hears it as well if that one holds the source by now.
        var hearer: RunID?
        /// Whether the hearer knew the word by its identity, so that it is not kept for later runs a second time.
        var isKnown = false
        /// Whether the row was asked for after the word came. Until then the row in memory may be out of date, so a word whose source
        /// no run holds by that row is not dropped yet.
        var isChecked = false
    }

    /// Words that the log is asked to keep, for no run holds their source.
    struct Keeping: Sendable {
        let change: DeviceChange
        /// The row as it is once the change is done.
        let state: DeviceState
        /// Each with its number among the retained callbacks.
        var words: [(waiting: Waiting, number: UInt64)]
    }

    /// The device's row as the log had it when the node last read or changed it; nil while the node has to read it.
    var known: (version: UInt64, state: DeviceState)?
    /// Whether the log is asked for the row, and has not answered yet.
    var isLoading = false
    /// Runs that wait until the device is known, or until another run's `Proposal` (what is decided and not known to be in the log) that
    /// changes it has ended.
    var runs: [RunID] = []
    /// Words that wait: for the run that is to hear them, or until the log is asked to keep them.
    var words: [Waiting] = []
    /// What the log is asked to keep now; nil where nothing is.
    var keeping: Keeping?
    /// Whether the log has refused to keep several words together: it is asked to keep one at a time, until none waits any more.
    var keepsApart = false
    /// The run whose proposal is to change the row, or was the last to do so.
    var changer: RunID?

    /// Whether nothing is to be done for the device.
    var isIdle: Bool { !isLoading && runs.isEmpty && words.isEmpty && keeping == nil }
}
