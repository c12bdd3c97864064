/// The rules for a run that comes back in a new process: what becomes of open orders, and the faults that tests plant.
///
/// A run's machine applies these rules when the run comes back or another node takes its orders over; `check` and `explore` apply them
/// where they let an app die.
package struct Recovery: Hashable, Sendable {
    /// A mistake that is made on purpose, to show that it is noticed.
    package enum PlantedFault: Hashable, Sendable, CaseIterable {
        /// An effect that happens `once` is performed again.
        case repeatsOnce
        /// An order that is not performed again stays open: no record says that it ended.
        case writesNoEnds
        /// Deadlines do not count any more: nothing happens when one is due.
        case forgetsTimers
        /// Deadlines and limits pass a second before they are due.
        case hurriesTimers
        /// Time without a process does not count where the wall clock was set back: a wait then begins anew at each
        /// restart.
        case ignoresWallClock
        /// The run that asked last for a lane stands first in the lane's queue.
        case reversesLanes
        /// A source is held by the run that called it first, and not by the one that called it last.
        case reversesSources
        /// No leg gets the event `restored`.
        case tellsNobody
        /// What a log that is opened again turns out to have is told last, perhaps behind what the log reports of later records.
        case tellsKnownLate
        /// A handler is called though the orchestrator was shut down.
        case performsAfterShutDown
    }

    /// What becomes of an order whose handler died with its process before it finished.
    package enum Fate: Hashable, Sendable {
        /// The effect is performed again, with the same key.
        case performedAgain
        /// The flow gets the effect's `otherwise`, the reply that it declares for an effect that was not performed to its end.
        case answered
        /// The log gets an end of the order. The flow is told nothing, because it waits for no answer.
        case closed
        /// The effect was `volatile`, only shown by the process that died: nothing is done, and nothing is written.
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
    /// An effect that happens `once` is never performed again: a durable order of it counts as begun. A `volatile`
    /// effect is not performed again either, as it was for the process that died.
    /// - Parameter isComplete: whether all values of the order are known; after a restart without the run's key the classified ones
    ///   are not.
    package func fate(of effect: EffectSignature, isComplete: Bool) -> Fate {
        let isRepeated = isComplete && (!effect.isOnce || planted == .repeatsOnce)
        if effect.replies != nil { return isRepeated && !effect.isVolatile ? .performedAgain : .answered }
        if effect.isVolatile { return .forgotten }
        return isRepeated ? .performedAgain : .closed
    }
}

extension EffectOrder {
    /// Whether all of its arguments are known: none is `withheld`, as classified ones are after a restart without the run's key.
    package var isComplete: Bool { !arguments.contains(.withheld) }
}
