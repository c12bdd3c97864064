/// What must hold in a rehearsal.
///
/// The grace is for how long after a deadline other nodes leave the run to its own node. A poll is the time between two searches of a node
/// for runs to look at.
enum RehearsalLaw: String, TorturedLaw {
    case everyRunEnds = "every sign-in goes on to its end, and each of its deadlines happens"
    case inTimeInCalm = "without a fault no deadline is late by more than the grace and a poll"
    case lateByALease = "the deadline of a node that dies is late by no more than the grace, a poll and a lease"
    case takenUp = "what a dead node was performing is taken up within two leases and two polls"
}
