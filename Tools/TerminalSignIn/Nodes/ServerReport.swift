/// A report of a process that serves sign-ins: one line of JSON on its output.
enum ServerReport: Codable, Equatable, Sendable {
    /// From now on the process takes requests.
    case ready
    /// The answer to the request of this number.
    case answered(Int, ServerAnswer)
    /// Where the run is that the request of this number watches.
    case seen(Int, Sight)
    /// The watch of this number has ended; where the run has not, another process may go on with the watch.
    case seenLast(Int)
    /// A handler calls an SDK of a device; `place` says where the call's order stands in its run.
    case calls(SDKCall, device: String, place: CallPlace)
}

/// The answer to a request.
enum ServerAnswer: Codable, Equatable, Sendable {
    /// A start or a typed command was decided: the log of the run has the command with this identity, accepted or rejected.
    case decided(run: String, id: String, command: String, isAccepted: Bool)
    /// A word of an SDK was taken; `run` is the run that got it, nil where no run did or which one is not known.
    case taken(run: String?)
    /// The request means nothing to the run, as the sentence says; nothing has happened.
    case meaningless(String)
    /// Nothing has happened, for this reason; the same request may succeed a moment later, or at another process.
    case notNow(String)
    /// It is not known whether anything has happened.
    case unknown
    /// An error that must not come: the log has lost or changed something, or the node cannot serve the run, its flow or its device.
    case broken(String)
}

/// Where a run is, as a person sees it.
struct Sight: Codable, Equatable, Sendable {
    /// The state of the run.
    var state: String
    /// The states of the ways that were tried so far, by their names.
    var ways: [String: String] = [:]
    var isOver: Bool
    /// What the person is asked; nil where that is about to change.
    var question: Question?
}
