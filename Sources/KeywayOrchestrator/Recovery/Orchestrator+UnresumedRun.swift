public import KeywayCore
public import KeywayLog
public import KeywayRuns

extension Orchestrator {
    /// A run of a log that was not gone on with, and why. Its records stay as they are.
    public struct UnresumedRun: Equatable, Sendable {
        /// Why a run is not gone on with.
        public enum Reason: Error, Equatable, Sendable {
            /// No service is for a flow of this name.
            case notServed(flow: String)
            /// The service's flow of this name has another table than the run.
            ///
            /// `recorded` and `served` are the version numbers of the two; they are equal where a flow was changed
            /// without a new number.
            case otherVersion(flow: String, recorded: Int, served: Int)
            /// The flow would have made something else of the record with this sequence.
            case disagreement(sequence: UInt64)
            /// The record with this sequence cannot follow those before it, or further records of the same decision are missing.
            case malformed(sequence: UInt64)
            /// The records name no flow that can be read.
            case unreadable
            /// The log could not read the records, and says why.
            case unread(LogError)
            /// The run was resumed twice, as the record with this sequence shows: two processes went on with copies of
            /// one log.
            ///
            /// Each opening of a log has a greater number than the one before. The record names an opening that is not later
            /// than the one in which the run was resumed before, or not earlier than the present one.
            case resumedTwice(sequence: UInt64)
            /// The records have encrypted values, and the app's key store has not the key that opens them, or cannot tell now.
            case key(KeyError)
            /// The run began, or was resumed, in this very opening of the log: another orchestrator of the process has it.
            case isLive
        }

        /// The identity by which the log has the run.
        public var run: RunID
        /// The app's own name for the run; nil where it gave none.
        public var reference: String?
        /// Why the run is not gone on with.
        public var reason: Reason
    }
}

extension Orchestrator.UnresumedRun: CustomStringConvertible {
    /// One sentence.
    public var description: String { "run \(run) is not gone on with: \(reason)" }
}

extension Orchestrator.UnresumedRun.Reason: CustomStringConvertible {
    /// The reason as it goes after `is not gone on with`.
    public var description: String {
        switch self {
        case .notServed(let flow): "no service is for its flow '\(flow)'"
        case .otherVersion(let flow, let recorded, let served) where recorded == served:
            "it follows other rows of '\(flow)' version \(served) than those that are served: a changed flow needs a new version number"
        case .otherVersion(let flow, let recorded, let served):
            "it follows version \(recorded) of '\(flow)', and version \(served) is served"
        case .disagreement(let sequence): "its flow makes something else of record \(sequence)"
        case .malformed(let sequence): "record \(sequence) cannot stand where it stands"
        case .unread(let error): "\(error)"
        case .key(let error): "\(error)"
        case .unreadable: "its records name no flow that can be read"
        case .isLive: "another orchestrator of this process has it"
        case .resumedTwice(let sequence):
            "record \(sequence) resumes it in an opening that is not later than the one before, or not earlier than the present one: two copies of the log were used"
        }
    }
}
