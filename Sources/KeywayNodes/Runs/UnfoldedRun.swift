package import KeywayRuns

/// Why a node cannot go on with a run whose blocks it was told.
package enum UnfoldedRun: Error, Equatable, Sendable {
    /// A record cannot stand where it stands, or not by this version of Keyway.
    case malformed(MalformedRecord)
    /// The run's key is not to be had, or does not open what the log has.
    case locked(KeyError)
}
