import KeywayCore

/// How long the nodes of a log wait for what, and how much each does at once; the same for all of them. Times are in milliseconds.
public struct NodeTerms: Sendable {
    /// How long a node counts as living after it was last heard of.
    package var lease: Int64
    /// How much later than its deadline a run is looked at by other nodes: its own node lets the deadline happen in time.
    package var grace: Int64
    /// How long whoever asks waits for an answer.
    package var patience: Int64
    /// How long a node waits between two questions for runs whose promise has passed.
    package var poll: Int64 = 500
    /// How long a node waits between two questions whether runs have gone on for which it performs orders, or which somebody observes.
    package var watch: Int64 = 250
    /// How long a node puts off a run that is damaged or whose records it would not have made: another node may go on with it, of another
    /// version of Keyway. And how long it decides nothing for a run but what somebody asks, where the log has refused what it decided by
    /// itself.
    package var disagreement: Int64 = 60_000
    /// How long a node waits before it asks an engine again that has failed: `first`, then twice as long each time, up to `longest`.
    package var pauses: (first: Int64, longest: Int64) = (10, 500)
    /// How many appends or other items go in one statement at most.
    package var greatestSet = 64
    /// How many statements that write, and how many that read, may be under way at once (`EngineWork.Kind`).
    package var connections = 2
    /// How many callers may wait; further ones are refused.
    package var greatestWaiting = 10_000
    /// How many runs a node keeps in memory when nothing is to be done for them; of devices and of keys it keeps as many.
    package var greatestCache = 10_000

    /// A time outside its range counts as the nearest one inside.
    ///
    /// - Parameters:
    ///   - lease: how long a node counts as living after the log last heard of it, 1 s to 1 h. What it was performing is taken over by
    ///     others at most two leases after it is gone. A node says that it lives four times in each lease.
    ///   - grace: how much later than a deadline other nodes look at the run, 0.1 s to 1 h: its own node lets the deadline happen in time.
    ///   - patience: how long a caller waits for an answer before it gets `unavailable` or `outcomeUnknown`, 0.1 s to 1 h.
    public init(lease: Duration = .seconds(10), grace: Duration = .seconds(2), patience: Duration = .seconds(10)) {
        self.lease = lease.milliseconds(in: .seconds(1) ... .seconds(3_600))
        self.grace = grace.milliseconds(in: .milliseconds(100) ... .seconds(3_600))
        self.patience = patience.milliseconds(in: .milliseconds(100) ... .seconds(3_600))
    }

    /// How often a node says that it lives.
    var beat: Int64 { lease / 4 }
    /// How often a node asks which versions of flows the log has runs of.
    var survey: Int64 { lease }
}

extension Duration {
    /// The whole milliseconds of the nearest duration in the range.
    fileprivate func milliseconds(in range: ClosedRange<Duration>) -> Int64 {
        min(max(self, range.lowerBound), range.upperBound).wholeMilliseconds
    }
}
