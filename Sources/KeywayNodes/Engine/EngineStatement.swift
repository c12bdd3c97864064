package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What a node asks of the engine that keeps the shared log. Each append or other item of a statement is done whole or not at
/// all, by the engine's own clock.
package enum EngineStatement: Sendable {
    /// Says that the node lives for so many milliseconds from now on. The answer is the engine's time.
    case beat(lease: Int64)
    /// Appends each if its run still ends where the node believes, and, where the append changes a device's row, if that row still has the
    /// expected version; no two appends of a statement change the row of one device. The answer names the appends that won. One that did
    /// not win may have lost, may have won before under the same identity, or may have met a run that another statement holds.
    case append([SharedAppend])
    /// Asks what became of appends. The statement also writes something of the node's own: once that is durable, so is all that the
    /// statement has seen, and callers may be told of it.
    case settle([(run: RunID, first: UInt64)])
    /// The sequence of each run's next record, to see whether the run has gone on. Like `settle` it also writes something, for callers are
    /// told what follows from its answer.
    case confirm([RunID])
    /// The blocks of runs, for each run from the record with the sequence `from` on.
    case load([(run: RunID, from: UInt64)])
    /// The run that began by the request with this identity.
    case find(request: String)
    /// The runs of these versions that began with this reference, the app's own name for a run, and are not over; the latest first, at most
    /// `greatestFound`.
    case runs(referenced: String, of: [FlowVersion])
    /// The rows of devices; one that is not there is made. Like `settle` it also writes something, for callers are told what follows from
    /// its answer.
    case devices([DeviceID])
    /// Changes rows of devices, each if nobody has changed it since the node read it; for changes that come with no append.
    case changeDevices([DeviceChange])
    /// Asks for at most `limit` runs of these versions whose `wake`, the time from which looks find them, has passed.
    ///
    /// Each gets a new `wake`, before which no node is told of it again: its promise, or, where that has passed, `lease` milliseconds from
    /// now. A run that seems to bring down the nodes that look at it is set aside, so that no look finds it: after `greatestLooks` of them
    /// have died, counted since its last append that moved it, its last `postpone` or its last `endLooks`. An append moves a run if it does
    /// more than take orders over (`SharedAppend.movesRun`); the next such append also ends the setting aside.
    case look(limit: Int, lease: Int64, serving: [FlowVersion])
    /// How much of their leases these nodes have left.
    case living([NodeID])
    /// Puts off the next look at runs that still end where the node believes.
    case postpone([Postponement])
    /// Ends looks by which the node has not gone on with the runs, each unless another look has followed: whatever becomes of the node, it
    /// is none that the run has brought down. The promises stay, so others look at the runs when these looks' leases are over.
    case endLooks([RunToLookAt])
    /// Which versions of flows have runs that somebody must look at some time, besides these, which the node has met before; at most
    /// `greatestFound`. The node also serves the runs of those whose effects its handlers can perform.
    case versions(besides: [FlowVersion])
    /// Which of these runs have gone on: the log has a record of them, of any kind, with the sequence `next`, which the node lacks.
    case continued([(run: RunID, next: UInt64)])
}

extension EngineStatement {
    /// After how many nodes that have looked at a run and died the engine sets it aside.
    package static let greatestLooks = 5

    /// How many runs of one reference, and how many versions of flows, an answer has at most.
    package static let greatestFound = 100
}

/// What the engine answers to the statement of the same name.
package enum EngineAnswer: Sendable {
    /// The engine's time when it did the statement.
    case beat(Instant)
    /// The runs whose appends have won; and those whose appends are refused, each with the reason. A run in neither has not won, for
    /// whatever other reason.
    case appended(Set<RunID>, refused: [RunID: AppendRefusal] = [:])
    case settled([RunID: SettledAppend])
    /// The sequence of each run's next record; a run that the log does not have is left out.
    case confirmed([RunID: UInt64])
    /// A run without blocks is left out; and so are those whose values could not be opened, each told with the reason.
    case loaded([RunID: [SharedBlock]], locked: [RunID: KeyError] = [:])
    /// Nil where no run has begun by the request.
    case found(RunID?)
    case runs([RunID])
    /// A device whose row another statement makes at this moment may be left out.
    case devices([DeviceID: DeviceRow])
    /// Those that were changed; and those whose changes the engine never takes, each with the reason.
    case changedDevices(Set<DeviceID>, refused: [DeviceID: String] = [:])
    case looked([RunToLookAt])
    /// How many milliseconds of its lease each node has left; a node that lives no longer is left out.
    case living([NodeID: Int64])
    case postponed
    case endedLooks
    case versions([FlowVersion])
    case continued(Set<RunID>)
}

/// Why a statement has no answer.
package enum EngineFailure: Error, Equatable, Sendable {
    /// The engine has not done the statement, and never will.
    case refused
    /// Nobody knows whether the engine has done the statement, will do it yet, or never does.
    case unknown
}
