/// What the nodes of a log have agreed upon; all times are in milliseconds.
package struct NodeTerms: Sendable {
    /// How long a node counts as living after it was last heard of.
    package var lease: Int64 = 10_000
    /// How much later than its deadline a run is looked at by other nodes: its own node lets the deadline happen in time.
    package var grace: Int64 = 2_000
    /// How often a node asks for runs whose promise has passed.
    package var poll: Int64 = 500
    /// How often a node asks whether runs have moved on that it performs something for.
    package var watch: Int64 = 250
    /// How long a node waits before it asks an engine again that has failed: `first`, then twice as long each time, up to `longest`.
    package var pauses: (first: Int64, longest: Int64) = (10, 500)
    /// How long whoever asks waits for an answer.
    package var patience: Int64 = 10_000
    /// How many appends go in one statement.
    package var greatestSet = 64
    /// How many statements that append, and how many that read, are under way at once.
    package var connections = 2
    /// How many inputs may wait; beyond it commands are refused.
    package var greatestWaiting = 10_000
    /// How many runs a node keeps in memory when nothing is to be done for them.
    package var greatestCache = 10_000

    package init() {}

    /// How often a node says that it lives.
    var beat: Int64 { lease / 4 }
}
