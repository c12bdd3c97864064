import KeywayCore
import KeywayLog
import KeywayRuns

/// A device as a node has it in memory.
struct NodeDevice: Sendable {
    /// A word that came and no run has yet.
    struct Waiting: Sendable {
        var word: DeviceWord
        /// Who waits for the answer; nil where nobody does.
        var asker: Asker?
        /// The run that has heard it: it is kept for later ones, and told to another run only where that holds the source by now.
        var hearer: RunID?
        /// Whether the row is read behind the word: what the node knew before may be of the past, and then nobody would hear the word.
        var isChecked = false
    }

    /// Words that the log is asked to keep, for no run holds their source.
    struct Keeping: Sendable {
        let change: DeviceChange
        let state: DeviceState
        /// With the number of each.
        var words: [(waiting: Waiting, number: UInt64)]
    }

    /// As the log had it when the node read it last; nil while the node does not know.
    var known: (version: UInt64, state: DeviceState)?
    var isLoading = false
    /// Runs that wait until the device is known, or until another run's attempt that changes it has ended.
    var runs: [RunID] = []
    var words: [Waiting] = []
    var keeping: Keeping?
    /// The run whose attempt changed the device last.
    var changer: RunID?

    /// Whether nothing is to be done for it.
    var isIdle: Bool { !isLoading && runs.isEmpty && words.isEmpty && keeping == nil }
}
