/// What damage has cost a run behind the records that a log gives of it.
package enum RecordLoss: Sendable {
    /// Nothing.
    case nothing
    /// Perhaps its last records: the log is damaged, and nothing says whether the damaged part had any of this run.
    case possible
    /// Its next record: the log has later ones.
    case certain

    /// Whether a run is to be told as incomplete: always where a record is certainly lost, even one behind the run's end; where a loss is
    /// only possible, unless the run has ended in what is left of the log.
    ///
    /// - Parameter isEnded: whether the run has ended in what is left.
    package func makesIncomplete(runThatHasEnded isEnded: Bool) -> Bool {
        switch self {
        case .nothing: false
        case .possible: !isEnded
        case .certain: true
        }
    }
}
