package import KeywayCore
import KeywayLog
import KeywayRuns

/// The smallest change of what came to a run by which it ends otherwise: the fewest edits, and of these the least time moved.
///
/// What the backend answered stays; what it was never asked is assumed, and told. Without the providers' models commands and callbacks are only moved in time: a callback stays behind
/// the last call that the run had made before it, and a command before what its calls may have brought.
package struct ShortestEdit: Equatable, Sendable {
    /// The state that the run reached, and the one that it would have reached.
    package var from: String
    package var to: String
    /// In the order of time.
    package var edits: [InputEdit]
    /// What is assumed that effects answer which the recorded run never ordered, each once.
    package var assumed: [Assumption]
    /// When the edited run has ended, in milliseconds since it began.
    package var end: Int64
    /// Whether nothing smaller can lead to another end: no fewer edits, and no less time moved.
    package var isMinimal: Bool
    /// Whether the search tried all of its candidates: each time at which something happened or was due, and the millisecond before.
    package var isComplete: Bool

    /// An answer of the backend that is assumed, because it was never asked.
    package struct Assumption: Equatable, Sendable {
        /// The effect's name, behind the name of its leg.
        package var effect: String
        /// The name of the reply, and the reply itself.
        package var name: String
        package var reply: Event
        package var leg: String?
        package var position: Int
        /// Milliseconds from its order to the answer.
        package static let delay: Int64 = 200
    }

    /// The most edits that are tried together.
    package static let greatestEditCount = 3
}

extension ShortestEdit {
    /// Why there is no answer.
    package enum Failure: Error, Equatable, Sendable {
        /// The run has not ended.
        case notEnded
        /// The run waited for a lane, or another process went on with it: such a run is not decided anew.
        case interrupted
        /// Decided anew, with each deadline at its instant, the run goes another way from this record on, or to another state. Perhaps the app
        /// fired a deadline late, or died.
        case notReproduced(state: String)
        /// As the models have it, no SDK can have said this when the run heard it.
        case notOfTheModels(InputEdit.Recorded)
        /// No such change was found; whether all candidates were tried.
        case noChangeFound(isComplete: Bool)
    }

    /// Looks for the change.
    ///
    /// - Parameter behavior: what the providers' SDKs may say; nil where nothing is known of them.
    /// - Throws: `Failure`.
    package init(of history: RunHistory, beside behavior: (any ProviderBehavior)? = nil) throws(Failure) {
        guard history.endingStep != nil else { throw .notEnded }
        guard !history.steps.contains(where: \.isOfReturnOrLane) else { throw .interrupted }
        var search = EditSearch(of: history, beside: behavior)
        let states = history.flow.table.states
        let recorded = history.lastOutcome.state
        guard search.original.state == recorded, !search.original.isUnsettled else {
            throw .notReproduced(state: states[search.original.state].name)
        }
        if let impossible = search.impossible(in: search.original)?.recorded {
            throw .notOfTheModels(impossible)
        }
        guard let found = search.shortest() else { throw .noChangeFound(isComplete: !search.isExhausted) }
        from = states[recorded].name
        to = states[found.state].name
        edits = found.edits.sorted { $0.moment < $1.moment }
        end = found.end
        assumed = found.assumed
        // Nothing is smaller than one edit that moves nothing.
        isMinimal = found.edits.count == 1 && found.movedTime == 0
        isComplete = isMinimal || !search.isExhausted
    }
}

extension InputEdit {
    /// When the edited command or callback comes, or would have come.
    fileprivate var moment: Int64 {
        switch self {
        case .move(_, let to): to
        case .drop(let recorded): recorded.at
        case .add(_, _, let at): at
        }
    }
}

extension RunHistory.Step {
    /// Whether it tells of a lane, or of another process that went on with the run.
    fileprivate var isOfReturnOrLane: Bool {
        switch told?.cause {
        case .granted, .restored, .interrupted, .refused: true
        default: false
        }
    }
}
