/// What damage has cost a run behind the records that a log gives of it.
package enum RecordLoss: Sendable {
    /// Nothing.
    case nothing
    /// Perhaps its last records: the log is damaged, and nothing says whether the damaged part had any of this run.
    case possible
    /// Its next record: the log has later ones.
    case certain

    /// Whether the log may lack a record that the run had up to its end.
    ///
    /// A run that has ended in what is left can only have lost records behind its end, such as late callbacks, unless it is certain that
    /// some are lost.
    ///
    /// - Parameter isEnded: whether the run has ended in what is left.
    package func mayTouch(runThatHasEnded isEnded: Bool) -> Bool {
        switch self {
        case .nothing: false
        case .possible: !isEnded
        case .certain: true
        }
    }
}
