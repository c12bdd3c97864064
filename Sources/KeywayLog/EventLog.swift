public import Keyway

/// The memory of runs: records are appended to a run's stream, and never change.
public protocol EventLog: Sendable {
    /// What an append that has returned survives.
    var durability: Durability { get }

    /// The runs in the order in which they began.
    var runs: [RunID] { get }

    /// The records of one run from its beginning; none if the run is not known.
    func records(of run: RunID) throws(LogError) -> [Record]

    /// Appends all records or none of them, and returns when they are as durable as the log promises.
    ///
    /// What is recorded already, field for field at the expected version, is not recorded again: the call returns as the
    /// first did.
    /// - Throws: `LogError.conflict` when the stream has moved on with something else; nothing is appended then.
    func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws(LogError)
}

/// What the one who appends believes of the stream.
public enum ExpectedVersion: Hashable, Sendable {
    /// The run has not begun.
    case noStream
    /// The stream's next record has this sequence.
    case exactly(UInt64)
    /// The run has begun; where it stands is what the records themselves say.
    case exists
}

/// What a record survives once its append has returned.
public enum Durability: Hashable, Sendable {
    /// The loss of power.
    case flushed
    /// The end of the process, but not of the machine.
    case written
    /// Nothing.
    case memory
}
