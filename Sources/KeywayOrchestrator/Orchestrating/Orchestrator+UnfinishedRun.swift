public import KeywayCore

extension Orchestrator {
    /// A run that goes on, as an orchestrator lists it.
    public struct UnfinishedRun: Hashable, Sendable {
        /// The identity by which the log has the run.
        public var run: RunID
        /// The name of the run's flow.
        public var flow: String
        /// The app's own name for the run; nil where it gave none.
        public var reference: String?
        /// The name of the state of the run itself, whatever its sub-flows do.
        public var state: String
    }
}
