/// What must hold of many nodes over one log.
enum NodeLaw: String, TorturedLaw {
    case streamsAreLinear = "the records of a run follow each other without a gap, and end where the log says"
    case acknowledgedOnce = "an acknowledged command is in the log once, and has the answer that was told"
    case onceAtMostOnce = "what happens once is performed at most once, by the node whose record says so"
    case neverAfterItsEnd = "what happens once is not performed after it was answered"
    case timersNotEarly = "no deadline is early"
    case timersNotLate = "a deadline is late by no more than faults explain"
    case leftOrdersAreTaken = "orders of a node that is gone are taken up in two leases, and one more for each fault"
    case nothingFromTheLiving = "nothing is taken from a node that lives"
    case everyRunEnds = "every run ends"
    case everybodyIsAnswered = "once nothing goes wrong everybody is answered, and no node has anything left to do"
    case valuesStay = "whoever performs an order has its values, and no key is erased before its run has ended"
    case nothingInClear = "no personal value stands in the log in clear"
    case laneForOne = "of the runs on a device one at most holds the lane"
    case lanesAreGranted = "who stands first in a line is told in two leases, and one more for each fault"
    case wordsGoToTheHolder =
        "what a device says is heard once by the run that called its SDK last, and what is retained by each run that begins"
    case replayEqualsNodes = "what nodes have in memory is what the log says"
}
