import KeywayNodes

/// A mistake that is made on purpose, in the nodes or in the engine below them, to show that the simulation finds it.
enum NodeMistake: String, CaseIterable {
    /// An append counts as done where equal records stand in the log, whoever wrote them.
    case repetitionByFields
    /// The engine does an append also where the run has gone on since the node read it.
    case noExpectedVersion
    /// A handler is called when its order is sent to the engine, and not when it is durable.
    case performedBeforeBegun
    /// An append of which the node does not know whether it was done counts as done.
    case unknownTakenForDone
    /// An append of which the node does not know whether it was done counts as not done.
    case unknownTakenForFailed
    /// A node takes the time of its own clock for that of the engine.
    case wallClock
    /// A node lets a deadline happen a second before it is due, and says so in the record.
    case earlyDeadlines
    /// A node takes others for dead right after its own lease had a gap.
    case judgedAfterGap
    /// A lease that ended and began again counts as one lease without a gap.
    case leaseRevived
    /// A handler is called though the node has lost its lease.
    case performedAfterLease
    /// An order that happens `once` and was begun is performed again.
    case begunAgain
    /// An order of a node that is gone is performed without a record that says so.
    case takenWithoutRecord
    /// A node's beat, by which it says that it lives, does not prolong its lease.
    case leaseNotKept
    /// The engine puts off the next look at a run also where the run has gone on since.
    case postponesWithoutVersion
    /// An append with an earlier promise does not bring the next look at its run forward.
    case promiseNotLowered
    /// A run's promise counts only its deadlines, so that nobody looks at it for the orders of a node that is gone.
    case ordersOnlyInMemory
    /// Whoever asked is told the answer when the append is sent, before the engine has done it.
    case cutAnswerAcknowledged
    /// The key of a run is erased when its first records are durable.
    case keyErasedTooEarly
    /// Personal values go into the log without encryption.
    case valuesInClear
    /// The engine changes a device's row also where another node has changed the row since.
    case deviceVersionIgnored
    /// The engine does an append, and leaves out its change of a device's row.
    case deviceNotChanged
    /// A run that waits for a lane is looked at only for its deadlines, so that nobody notices that the lane is free.
    case linesForgotten
    /// A word of a device is told to the last run but one that called the device's SDK.
    case formerHolderTold

    /// The mistake as a node can make it; nil for a mistake of the engine, of the clock or of the keys.
    var madeInNode: NodeMachine.PlantedFault? {
        switch self {
        case .performedBeforeBegun: .performsBeforeDurable
        case .unknownTakenForDone: .takesUnknownForDone
        case .unknownTakenForFailed: .takesUnknownForFailed
        case .judgedAfterGap: .judgesAfterGap
        case .leaseRevived: .revivesLease
        case .performedAfterLease: .performsAfterLease
        case .begunAgain: .beginsAgain
        case .takenWithoutRecord: .takesWithoutRecord
        case .earlyDeadlines: .hurriesDeadlines
        case .ordersOnlyInMemory: .promisesDeadlinesOnly
        case .cutAnswerAcknowledged: .acknowledgesUnknown
        case .keyErasedTooEarly: .erasesKeyTooEarly
        case .linesForgotten: .forgetsLines
        case .formerHolderTold: .tellsFormerHolder
        case .repetitionByFields, .noExpectedVersion, .wallClock, .leaseNotKept, .postponesWithoutVersion,
            .promiseNotLowered, .valuesInClear, .deviceVersionIgnored, .deviceNotChanged:
            nil
        }
    }

    /// The mistake as the engine can make it; nil for a mistake of a node, of the clock or of the keys.
    var madeInEngine: MemoryEngine.PlantedFault? {
        switch self {
        case .repetitionByFields: .repetitionByFields
        case .noExpectedVersion: .noExpectedVersion
        case .leaseNotKept: .leaseNotKept
        case .postponesWithoutVersion: .postponesWithoutVersion
        case .promiseNotLowered: .promiseNotLowered
        case .deviceVersionIgnored: .noDeviceVersion
        case .deviceNotChanged: .deviceLeftOut
        default: nil
        }
    }
}
