/// What each log promises that nodes share.
///
/// An append expects where its run ends; it *wins* if that is so, else it *loses*. A run's *promise* is the time from which a node must
/// look at the run, as something may be due by then. A *look* is such a node's question for runs whose promise has passed: a run that it
/// is *told* is its own for a lease. A look *puts off* the run's next look, and a *looker* is a node that has looked at the run.
package enum SharedLogLaw: String, CaseIterable, Sendable {
    case oneWinner = "of all who append at one end of a run one wins, and the others change nothing"
    case otherEnd = "an append that expects another end of its run loses, and changes nothing"
    case sets = "of a set, each append wins or loses for itself"
    case repetition =
        "an append that is asked again is found under its identity, and an equal one of another is not taken for it"
    case unbegun = "a run that has not begun ends at 0, and nothing stands there"
    case requests = "by one request one run begins, and is found by it"
    case references =
        "the runs that began with a reference and go on are told, the last one first, and no others"
    case readsBack = "what was appended is read as it was, from an append on, with the identity of each"
    case ends = "it is told which runs end where a node believes, and which have gone on"
    case due = "runs are told whose promise has passed, those that waited longest first, and no others"
    case served = "runs of other tables are not told"
    case versions =
        "the versions of flows are told of which runs wait for a look, now or later, and none that the asker knows"
    case promisesForward = "an append brings the next look forward"
    case promisesNotBack = "an append does not put off a look that was promised, and the look goes by the later promise"
    case over = "a run of which nothing happens by itself is not told"
    case claimed = "a run that was told is told to nobody for a lease, and then again"
    case postponed = "a run that a look puts off is told when that was promised"
    case postponedInVain = "a run that was moved, or looked at since, is not put off"
    case endedLooks =
        "a look that is ended counts for nothing where its looker lives no longer, unless another look had followed"
    case deadLookers = "a run is set aside when five of its lookers live no longer, unless it moves or is put off"
    case livingLookers = "a run at which living nodes look is not set aside"
    case living = "a node lives for its lease from its last beat on, and no longer"
    case deviceRows = "a device's row is made when it is first asked for, and told as it was changed last"
    case devicesWithRuns =
        "an append that changes a device is done if run and device are as its node believes, and changes both or neither"
    case oneChange =
        "of all who change a device at one version one wins, with a run or without one, in one statement or in many"
    case beginningsInNoCircle =
        "beginnings by the same requests, in opposite orders, all end, and by each request one run has begun"
    case noCircles = "sets that overlap, in opposite orders, all end, and each end of each run has one winner"
}

/// A law that a shared log has not kept.
package struct SharedLogBreach: Error, Sendable, CustomStringConvertible {
    /// The law that was checked.
    package var law: SharedLogLaw
    /// What the log did instead.
    package var explanation: String

    package var description: String { "a shared log must keep this: \(law.rawValue); but \(explanation)" }
}
