/// What became of a mutant.
package enum Fate: Hashable, Sendable {
    /// The edit is none: the flow does in every cell what it did.
    case equivalent
    /// Something notices it; `how` says what, in a sentence without its full stop.
    case killed(by: Killer, how: String)
    /// Nothing notices it.
    case survived
    /// No transcript notices it, and a proof was not finished; why, in a clause.
    case undecided(String)
}

/// What notices an edit, in the order in which they are asked.
package enum Killer: String, CaseIterable, Sendable {
    /// The flow has an error that it did not have.
    case check
    /// A transcript no longer fits, or its run does something else.
    case transcript
    /// Something that was asked has another verdict.
    case explore
}
