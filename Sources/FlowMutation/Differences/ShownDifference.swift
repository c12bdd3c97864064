package import FlowTranscripts

/// What looking for a run that shows an edit came to.
package enum DifferenceFinding: Sendable {
    case shown(ShownDifference)
    /// None was found, and so many steps were played: perhaps there is none.
    case unseen(steps: Int)
}

/// A run on which a flow and its edited text do something else.
package struct ShownDifference: Sendable {
    /// Plays the run on either.
    package let transcript: Transcript
    /// Where they differ first.
    private let difference: RunOutline.Difference

    init(_ difference: RunOutline.Difference, in transcript: Transcript) {
        self.transcript = transcript
        self.difference = difference
    }

    /// What the flow does there, as outlines tell it; nil where it does nothing.
    package var before: String? { difference.before }
    /// What the edited flow does there; nil where it does nothing.
    package var after: String? { difference.after }
    /// Both, in words.
    package var words: String { difference.words }
    /// The transcript as a file has it.
    package var text: String { transcript.text }
}

extension RunOutline.Difference {
    /// In words: what becomes what.
    var words: String { "'\(before ?? "nothing")' becomes '\(after ?? "nothing")'" }
}
