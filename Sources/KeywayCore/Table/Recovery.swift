/// The rules for a run that comes back in a new process: what becomes of open orders, and the faults that tests plant.
///
/// The orchestrator asks it when a run comes back, and the explorer asks it when it lets an app die: there is one answer.
package struct Recovery: Hashable, Sendable {
    /// A mistake that is made on purpose, to show that it is noticed.
    package enum PlantedFault: Hashable, Sendable, CaseIterable {
        /// An effect that happens `once` is performed again.
        case repeatsOnce
        /// Orders that are not performed again get no end.
        case writesNoEnds
        /// Deadlines do not count any more.
        case forgetsTimers
        /// Where the clock was set back, time without a process does not count: a wait begins anew at each restart.
        case ignoresWallClock
        /// Who asked last for a lane stands first.
        case reversesLanes
        /// A source is held by the run that called it first.
        case reversesSources
        /// No leg is told that the run came back.
        case tellsNobody
    }

    /// What becomes of an order whose handler died with its process before it finished.
    package enum Fate: Hashable, Sendable {
        /// The effect is performed again, with the same key.
        case performedAgain
        /// The flow gets the effect's `otherwise`.
        case answered
        /// The order gets an end in the log, and the flow is told nothing: it waits for no answer.
        case closed
        /// The effect was presentation, and nobody waits for it.
        case forgotten
    }

    /// The rules without a fault: those of every app.
    package static let sound = Recovery()

    /// The fault that a test must notice; nil in an app.
    package var planted: PlantedFault?

    package init(planted: PlantedFault? = nil) {
        self.planted = planted
    }

    /// What becomes of an order of the effect.
    ///
    /// An effect that happens `once` is never performed again: an order of it that is durable counts as begun. Nor is one that is
    /// `volatile`, which was for the process that died.
    /// - Parameter isComplete: whether all values of the order are known; a log leaves out the classified ones.
    package func fate(of effect: EffectSignature, isComplete: Bool) -> Fate {
        let isRepeated = isComplete && (!effect.isOnce || planted == .repeatsOnce)
        if effect.replies != nil { return isRepeated && !effect.isVolatile ? .performedAgain : .answered }
        if effect.isVolatile { return .forgotten }
        return isRepeated ? .performedAgain : .closed
    }
}

extension EffectSignature {
    /// Whether all values of an order of it are known after a restart, in each way that is possible: a classified value is gone, and
    /// one that may be absent leaves both open.
    package var completeness: [Bool] {
        let classified = fields.filter { $0.classification != .plain }
        if classified.isEmpty { return [true] }
        return classified.allSatisfy(\.isOptional) ? [false, true] : [false]
    }
}

extension EffectOrder {
    /// Whether all of its values are known, and none is only known to be present.
    package var isComplete: Bool { !arguments.contains(.withheld) }
}
