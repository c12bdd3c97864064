extension NodeMachine {
    /// A mistake that a node makes on purpose, to show that the simulation of many nodes finds it.
    package enum PlantedFault: Sendable, CaseIterable {
        /// A handler is called when its order is sent, and not when it is durable.
        case performsBeforeDurable
        /// An append of which nobody knows whether it was done counts as done.
        case takesUnknownForDone
        /// An append of which nobody knows whether it was done counts as not done.
        case takesUnknownForFailed
        /// Whoever asked is told when the append is sent.
        case acknowledgesUnknown
        /// The node calls others dead right after its own lease had a gap.
        case judgesAfterGap
        /// A lease that ended and began again counts as one.
        case revivesLease
        /// A handler is called whatever has become of the lease.
        case performsAfterLease
        /// An order that happens `once` and was begun is performed again.
        case beginsAgain
        /// An order of a node that is gone is performed without a record that says so.
        case takesWithoutRecord
        /// A run is looked at again only for its deadlines: its open orders are in the memory of its node alone.
        case promisesDeadlinesOnly
        /// A deadline happens a second before it is due, and its record has the time at which it was decided.
        case hurriesDeadlines
        /// The key of a run is erased when its first records are durable.
        case erasesKeyTooEarly
        /// A run that gets a lane because another run frees it is not told so, and while it waits it is looked at only for its deadlines.
        case forgetsLines
        /// A word of a device is told to the run that held its source before.
        case tellsFormerHolder
    }
}
