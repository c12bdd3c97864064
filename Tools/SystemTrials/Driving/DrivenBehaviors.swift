/// What a driven system may do besides the plain steps, such as commands, words of models, replies to open orders and time that passes. To
/// drive a system is to do steps to a run of it that are drawn at random.
///
/// Each of these once made a driven run break what the explorer called proved. A call of the program can leave some out, to look for
/// others.
package struct DrivenBehaviors: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Words that earlier runs left in sources that retain them are told to the run.
    package static let leftWords = DrivenBehaviors(rawValue: 1)
    /// Callbacks come that no row of a decoder reads.
    package static let unreadCallbacks = DrivenBehaviors(rawValue: 2)
    /// Any callback may come from sources that have no model.
    package static let otherSources = DrivenBehaviors(rawValue: 4)
    /// Handlers answer orders that are closed already.
    package static let staleReplies = DrivenBehaviors(rawValue: 8)
    /// An SDK may say more words at once than the channel holds, if the channel is empty.
    package static let longEmits = DrivenBehaviors(rawValue: 16)
    /// An effect's `otherwise` is no answer: what a requirement allows only after an answer may not come after it.
    package static let otherwiseIsNoAnswer = DrivenBehaviors(rawValue: 32)
    /// After the end of the run its providers go on as long as calls are at work.
    package static let afterEnd = DrivenBehaviors(rawValue: 64)

    /// The handler of an effect may begin only after later events.
    package static let slowHandlers = DrivenBehaviors(rawValue: 128)

    /// A provider completes a call also after its order was closed.
    package static let lateAnswers = DrivenBehaviors(rawValue: 256)

    /// None of these behaviors: only the plain steps, which explorations have followed from the start.
    package static let followed: DrivenBehaviors = []

    /// The behaviors that the rules of the flow language (`Specs/README.md`) cover: all but slow handlers and late answers.
    package static let coveredByRules: DrivenBehaviors = [
        .leftWords, .unreadCallbacks, .otherSources, .staleReplies, .longEmits, .otherwiseIsNoAnswer, .afterEnd,
    ]

    /// The behaviors that `--without` can take away, by their names there.
    package static let named: [(name: String, behavior: DrivenBehaviors)] = [
        ("left", .leftWords), ("unread", .unreadCallbacks), ("others", .otherSources), ("stale", .staleReplies),
        ("long", .longEmits), ("otherwise", .otherwiseIsNoAnswer), ("after", .afterEnd),
    ]
}
