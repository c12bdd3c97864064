import KeywayNodes

/// A mistake that is made on purpose, in the nodes or in the engine below them, to show that the simulation finds it.
enum NodeMistake: String, CaseIterable {
    case repetitionByFields
    case noExpectedVersion
    case performedBeforeBegun
    case unknownTakenForDone
    case unknownTakenForFailed
    case wallClock
    case judgedAfterGap
    case leaseRevived
    case performedAfterLease
    case begunAgain
    case takenWithoutRecord
    case leaseNotKept
    case postponesWithoutVersion
    case promiseNotLowered
    case ordersOnlyInMemory
    case cutAnswerAcknowledged
    case keyErasedTooEarly
    case valuesInClear
    case deviceVersionIgnored
    case deviceNotChanged
    case linesForgotten
    case formerHolderTold

    /// The same in a node; nil for a mistake of the engine, of the clock or of the keys.
    var inside: NodeMachine.PlantedFault? {
        switch self {
        case .performedBeforeBegun: .performsBeforeDurable
        case .unknownTakenForDone: .takesUnknownForDone
        case .unknownTakenForFailed: .takesUnknownForFailed
        case .judgedAfterGap: .judgesAfterGap
        case .leaseRevived: .revivesLease
        case .performedAfterLease: .performsAfterLease
        case .begunAgain: .beginsAgain
        case .takenWithoutRecord: .takesWithoutRecord
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

    /// The same in the engine; nil for a mistake of a node, of the clock or of the keys.
    var below: MemoryEngine.PlantedFault? {
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
