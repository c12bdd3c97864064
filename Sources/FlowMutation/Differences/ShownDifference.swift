package import FlowTranscripts

/// Whether a run was found that shows what an edit changes.
package enum DifferenceFinding: Sendable {
    /// This run shows it.
    case shown(ShownDifference)
    /// No run was found within so many steps; perhaps there is none.
    case unseen(steps: Int)
}

/// A run on which a flow and its edited text do different things.
package struct ShownDifference: Sendable {
    /// The run as a transcript, which plays on the flow and on its edited text.
    package let transcript: Transcript
    /// Where the two runs differ first.
    private let difference: RunOutline.Difference

    init(_ difference: RunOutline.Difference, in transcript: Transcript) {
        self.transcript = transcript
        self.difference = difference
    }

    /// What the flow does there, as a line of an outline has it; nil where it does nothing.
    package var before: String? { difference.own }
    /// What the edited flow does there; nil where it does nothing.
    package var after: String? { difference.other }
    /// What the flow does and what the edited flow does, in one sentence.
    package var words: String { difference.words }
    /// The transcript as a file has it.
    package var text: String { transcript.text }
}

extension RunOutline.Difference {
    /// In words: what becomes what.
    var words: String { "'\(own ?? "nothing")' becomes '\(other ?? "nothing")'" }
}
