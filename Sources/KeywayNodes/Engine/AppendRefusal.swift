package import KeywayRuns

/// Why an append of a statement to the engine, which keeps the shared log, is not done, though others of the statement may be.
package enum AppendRefusal: Equatable, Sendable {
    /// The engine was not asked, since the values of the run could not be encrypted. A later try may succeed.
    case locked(KeyError)
    /// The engine takes no such append, however often it is sent: the append is too large, or breaks a rule of the database. The text
    /// is the reason.
    case notTaken(String)
}
