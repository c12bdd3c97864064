import KeywayLog

/// Carries out what follows from durable records, for all runs of the process, in the order in which the records became durable.
///
/// It has a thread of its own: a log's thread goes on to the next flush, and who delivers a callback returns at once. With one
/// order for all runs, who takes a source or a lane first is who stands first in the log.
enum Courier {
    private static let thread = SerialThread<(run: LiveRun, items: [Outgoing])> { $0.run.carryOut($0.items) }

    /// Hands over what is to be done for a run. It may be called under the run's lock: nothing is done before it returns.
    static func take(_ items: [Outgoing], for run: LiveRun) {
        if !items.isEmpty { thread.enqueue((run, items)) }
    }
}
