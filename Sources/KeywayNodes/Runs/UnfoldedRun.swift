import KeywayLog
package import KeywayRuns

/// Why a node does not go on with a run.
package enum UnfoldedRun: Error, Equatable, Sendable {
    /// A record cannot stand where it stands, or not by this version of Keyway.
    case malformed(MalformedRecord)
    /// A newer version of Keyway wrote some record from this sequence on, or the table of the flow in record 0, which this version does
    /// not know.
    case newer(sequence: UInt64)
    /// The run's key is not to be had, or does not open what the log has.
    case locked(KeyError)
    /// The log never takes what the node has decided for the run; the text is the log's reason.
    case notTaken(String)

    init(_ fault: SharedBlock.Fault) {
        switch fault.reason {
        case .malformed: self = .malformed(MalformedRecord(sequence: fault.first))
        case .newer: self = .newer(sequence: fault.first)
        }
    }
}
