package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// What a node asks of the engine that keeps the shared log. Each append or other item of a statement is done whole or not at
/// all, by the engine's own clock.
package enum EngineStatement: Sendable {
    /// Says that the node lives for so many milliseconds from now on. The answer is the engine's time.
    case beat(lease: Int64)
    /// Appends each if its run still ends where the node believes, and its device, where the append changes one, is as the node believes;
    /// of one statement one append at most changes a device. The answer names those that won. One that does not win may have lost,
    /// may have won before, or may have met a run that another statement holds.
    case append([SharedAppend])
    /// Asks what became of appends. It writes something of the node's own, so that what it tells is as durable as the log promises.
    case settle([(run: RunID, first: UInt64)])
    /// Where these runs end. It writes something as well: an answer may rest upon it.
    case confirm([RunID])
    /// The blocks of runs, each from a record on.
    case load([(run: RunID, from: UInt64)])
    /// The run that began by a request.
    case find(request: String)
    /// The runs of these versions that began with a reference and are not over, the last one first; at most `greatestFound`.
    case runs(referenced: String, of: [FlowVersion])
    /// The rows of devices; one that is not there is made. It writes something as well: an answer may rest upon it.
    case devices([DeviceID])
    /// Changes rows of devices, each if nobody has changed it since; for what no run is appended to.
    case changeDevices([DeviceChange])
    /// Takes runs of these versions whose `wake`, the time from which a look finds them, has passed, at most so many; nobody else is told of one before its next `wake`.
    /// A run that brings down whoever looks at it is set aside by the engine: `greatestLooks` of its lookers have died since it moved, or was put off.
    case look(limit: Int, lease: Int64, serving: [FlowVersion])
    /// How much of their leases these nodes have left.
    case living([NodeID])
    /// Puts off the next look at runs that still end where the node believes.
    case postpone([Postponement])
    /// Which versions of flows, besides these, have runs that somebody must look at some time; at most `greatestFound`.
    case versions(besides: [FlowVersion])
    /// Which of these runs have records from this one on.
    case moved([(run: RunID, next: UInt64)])
}

extension EngineStatement {
    /// How many lookers that died set a run aside.
    package static let greatestLooks = 5

    /// How many runs of one reference, and how many versions of flows, are told.
    package static let greatestFound = 100
}

/// What the engine answers to the statement of the same name.
package enum EngineAnswer: Sendable {
    case beat(Instant)
    /// The runs whose appends have won; and those whose appends the engine was not asked for, since their values could not be encrypted.
    case appended(Set<RunID>, locked: [RunID: KeyError] = [:])
    case settled([RunID: SettledAppend])
    /// The sequence of each run's next record; a run that the log does not have is left out.
    case confirmed([RunID: UInt64])
    /// A run without blocks is left out; and so are those whose values could not be opened, each told with the reason.
    case loaded([RunID: [SharedBlock]], locked: [RunID: KeyError] = [:])
    case found(RunID?)
    case runs([RunID])
    case devices([DeviceID: DeviceRow])
    /// Those that were changed.
    case changedDevices(Set<DeviceID>)
    case looked([RunToLookAt])
    /// In milliseconds; a node that lives no longer is left out.
    case living([NodeID: Int64])
    case postponed
    case versions([FlowVersion])
    case moved(Set<RunID>)
}

/// Why a statement has no answer.
package enum EngineFailure: Error, Equatable, Sendable {
    /// The engine has not done it, and never will.
    case refused
    /// The engine has done it, will do it yet, or never does.
    case unknown
}
