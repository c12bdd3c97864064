/// What became of a mutant.
package enum Fate: Hashable, Sendable {
    /// The edit changes nothing: the flow does in every cell what it did.
    case equivalent
    /// Something notices the edit; `how` says what it found, in a sentence without its full stop.
    case killed(by: Killer, how: String)
    /// Nothing notices the edit: no check, no transcript and no proof.
    case survived
    /// No transcript notices the edit, and a proof was not finished, or the edited text cannot be read; the text says why, in a clause.
    case undecided(String)
}

/// What notices an edit, in the order in which they are asked.
package enum Killer: String, CaseIterable, Sendable {
    /// The flow, or a flow that runs it as a sub-flow, can be read and has an error that it did not have, or can no longer be run.
    case check
    /// A transcript no longer fits, or its run does something else.
    case transcript
    /// A requirement is broken or untried and is not so for the flow as it is, or the flow can no longer be explored.
    case explore
}
