package import KeywayCore
import KeywayLog

/// What came to a shadowed sign-in, and what the flow made of it, in lines.
///
/// A shadow is a run that follows a flow beside the app's own handler, and performs nothing. A command for a sub-flow that had not begun
/// has no line.
package struct ShadowStory: Equatable, Sendable {
    /// One thing that came, and what became of it.
    package struct Line: Equatable, Sendable {
        /// Milliseconds since the run began.
        package var at: Int64
        package var words: String
    }

    package let run: RunID
    /// The app's own name for the sign-in; nil where it gave none.
    package let reference: String?
    /// In the order of the records.
    package let lines: [Line]

    package init(of history: RunHistory) {
        run = history.run
        reference = history.beginning.reference
        let steps = history.steps.compactMap { step in
            step.words(in: history).map { (step.record.sequence, Line(at: history.at(step), words: $0)) }
        }
        let ends = history.appOutcomes.map { end in
            (end.sequence, Line(at: end.at, words: "the app's handler ended: \(end.outcome.words)"))
        }
        lines = (steps + ends).sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension RunHistory.Step {
    /// What came and what became of it.
    ///
    /// Nil where a leg begins, for a granted lane, for a restart, and for an owed event that does not bring the root to another state.
    fileprivate func words(in history: RunHistory) -> String? {
        guard let eventRecord else { return nil }
        let came: String
        switch eventRecord.cause {
        case .asked: came = "the app asked \(event)"
        case .heard, .retained:
            // A callback that no row of a source reads has no event of its own: its name and status stand in the line.
            came = "the SDK said \(history.unreadWords(of: self).map { "what no row reads, \($0)" } ?? event)"
        case .replied: came = "\(history.effect(answeredBy: eventRecord) ?? "an effect") answered \(event)"
        case .failed, .refused, .interrupted, .valueGone:
            came = "\(history.effect(answeredBy: eventRecord) ?? "an effect") failed"
        case .limit: came = "\(history.effect(answeredBy: eventRecord) ?? "an effect") had no answer in time"
        case .timer: came = "the deadline \(event) passed"
        case .overrun: came = "the run had too many steps"
        // The end of a sub-flow, which brings the root to another state.
        case .owed where leg == nil && before?.state != after.state: came = "\(event) came"
        case .granted, .restored, .owed: return nil
        }
        let states = flow.table.states
        guard [.taken, .stayed].contains(disposition) else { return "\(came): \(disposition)" }
        let isMove = before.map { $0.state != after.state } ?? true
        return isMove ? "\(came) -> \(states[after.state].name)" : came
    }
}
