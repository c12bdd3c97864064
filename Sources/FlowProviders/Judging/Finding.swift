/// One thing that is wrong somewhere in all that can happen, or is so where a requirement asks for it.
package enum Finding: Hashable, Sendable {
    /// A requirement of the spec, by its position, does not hold at a step.
    case broken(requirement: Int)
    /// What a requirement wants to be so sometimes is so.
    case witnessed(requirement: Int)
    /// A run has ended, and what a requirement wants to be so at last never was.
    case endedBefore(requirement: Int)
    /// Outside of `waits for user` nothing is going on but the session's deadline.
    case silence(state: Int)
    /// Nothing at all is going on: the run never ends by itself.
    case noEnd(state: Int)
    /// The first success that a live run is told is not accepted.
    case successLost(state: Int, event: Int)
    /// After an accepted success a word ends the run otherwise.
    case successUndone(state: Int, event: Int)
    /// A word of an earlier attempt or run ends the run.
    case endedByOldWord(state: Int, event: Int)
    /// What an `other` row claims cannot come has come.
    case claimFell(state: Int, event: Int)
    /// Nobody decides what has come.
    case undecided(state: Int, event: Int)
    /// A word of the provider that no row of the decoder reads.
    case unread(word: Int)
    /// An effect that is performed `once` is begun a second time.
    case begunTwice(effect: Int)
}
