import FlowMachine
import KeywayCore

/// One flow of a run: the root's, or a sub-flow's, once for each place at which it is declared.
struct LegFlow {
    /// A call of an effect to a provider that is beside the run.
    struct Call: Hashable {
        /// By its position among the models.
        var provider: Int
        /// The call's position among those of the provider.
        var number: Int
    }

    /// The flow's own configurations and steps.
    var system: FlowSystem
    /// How the flow is surveyed before its first leg begins, to find what of it makes no difference to other legs (`FlowQuotient`); nil
    /// where it was, or is not to be.
    var survey: Survey?
    /// Judges each step of the flow.
    let rules: LegRules
    /// The names of the sub-flows from the root to it, `silent` or `outer.inner`; nil for the root.
    let name: String?
    /// The flow that runs it, by its position; nil for the root.
    let parent: Int?
    /// Which of its parent's sub-flows it is, by its position; 0, which means nothing, for the root.
    let child: Int
    /// The positions of the flows that it runs, in the order of its sub-flows.
    var children: [Int] = []
    /// The command `cancel`, which it gets when its scope is left; nil where it has none.
    let cancel: Int?
    /// For each final that its parent hears of, how the parent hears of it.
    let endings: [Int: LegEnding]
    /// For each word of the providers the input as which the flow reads it; nil where the flow does not read it.
    let readings: [FlowInput?]
    /// For each word the same input as a word of an earlier attempt: with the stamp that says so, where the source stamps.
    let outlivedReadings: [FlowInput?]
    /// Of the providers' words those that its decoder marks as retained.
    let retains: [Bool]
    /// Whether it reads a word that tells a success.
    let hearsSuccess: Bool
    /// The providers that it hears or calls, one bit for each.
    let providers: UInt64
    /// For each effect the call that it makes; nil where it makes none.
    let calls: [Call?]
    /// The effects of which another process performs an order again although nobody waits for its answer, if that makes a difference to a
    /// provider; one bit for each. None where the app never dies.
    var unansweredCalls: UInt64 = 0
    /// Says for each effect whether all of its arguments are known after a restart.
    let knownArguments: KnownArguments
    /// For each answer of the providers the effects that may get it.
    let takers: [[AnswerTaker]]
    /// The number of the first bit of its timers, effects and sub-flows among those of all flows: what waits in the run, which the search
    /// calls obligations. Sub-flows that are followed as legs have no bits here: their own timers and effects have.
    let firstObligation: Int
    /// For each of its own configurations the sub-flows that may begin from there on in the same process, one bit for
    /// each; empty where that is unknown.
    var beginnable: [UInt64] = []
    /// The same for the sub-flows that may begin from there on also after restarts.
    var beginnableAfterRestart: [UInt64] = []
    /// For each of its own configurations whether nothing outside the leg sees what still happens to it; empty where that is unknown.
    var isInert: [Bool] = []
    /// The answers of which nothing comes, and which the search leaves out; none where it leaves out none, and for sub-flows, of which no
    /// report says what was tried.
    var idleAnswers = IdleAnswers()

    var machine: Machine { system.machine }

    /// What waits in a configuration of the flow, at the flow's bits among those of the run.
    func waiting(in position: Int32) -> UInt64 { system.waiting(in: position) << UInt64(firstObligation) }

    /// The input as which the flow reads a word; that a word is old changes it only for a source with stamps.
    func reading(of word: Int, isOld: Bool) -> FlowInput? { isOld ? outlivedReadings[word] : readings[word] }

    /// What an input is to the leg where it is a callback of a source without a model, and models stand beside the run; nil for any other.
    func unmodelledWord(in input: FlowInput) -> HeardWord? {
        input.origin == .callback && !system.isAlone ? .ofNoModel : nil
    }
}

extension [LegFlow] {
    /// Whether none of these flows reads the word, though some flow should.
    func leaveUnread(_ word: Int, of words: ProviderWords) -> Bool {
        !words.entries[word].isMeantToBeUnread && allSatisfy { $0.readings[word] == nil }
    }
}
