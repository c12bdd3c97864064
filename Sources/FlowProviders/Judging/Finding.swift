/// One thing that the search found: something that is wrong, or what a `sometimes` requirement asks for.
struct Finding: Hashable {
    /// What was found; states, events and effects are those of the flow, by their positions.
    enum Content: Hashable {
        /// A requirement of the flow, by its position, does not hold at a step.
        case broken(requirement: Int)
        /// What a requirement `sometimes` asks for holds.
        case witnessed(requirement: Int)
        /// A leg has ended, and what a requirement wants to be so at last never was.
        case endedBefore(requirement: Int)
        /// Outside of `waits for user` nothing is going on but the session's deadline.
        case silentWait(state: Int)
        /// Nothing at all is going on: the run never ends by itself.
        case noEnd(state: Int)
        /// The first success that a live leg is told is not accepted.
        case successLost(state: Int, event: Int)
        /// A success, by its word's position among all, comes to a leg whose parent has left it without a command of the app.
        case successDeserted(word: Int)
        /// After an accepted success a word ends the leg in a final that is no `success`, `wait` milliseconds later, if nothing else comes.
        case successUndone(state: Int, event: Int, wait: Int64)
        /// A word of an earlier attempt, leg or run ends the leg, `wait` milliseconds later, if nothing else comes.
        case endedByOldWord(state: Int, event: Int, wait: Int64)
        /// What may come of a word in less than a second is more than is followed, so nobody knows whether it breaks the guarantee.
        case unfollowed(CommonGuarantee, state: Int, event: Int)
        /// What an `other` row claims cannot come has come.
        case claimFell(state: Int, event: Int)
        /// Nobody decides what has come.
        case undecided(state: Int, event: Int)
        /// A word of a provider, by its position among all, that no row of a decoder reads.
        case unread(word: Int)
        /// An effect needs the lane in which its own run stands.
        case waitsForItself(effect: Int)
        /// What a provider's model demands, by its position there, does not hold.
        case misused(provider: Int, requirement: Int)
        /// The leg and an earlier one of this flow both hear a word, by its position among all, which is not followed.
        case rival(flow: Int, word: Int)
        /// More legs of the flow last after their scope was left than are followed.
        case tooManyLeft
        /// An effect that is performed `once` is begun a second time.
        case begunTwice(effect: Int)
    }

    /// The flow that it concerns, by its position.
    var flow: Int
    var content: Content
}
