/// What a driven system may do beyond what every exploration follows.
///
/// Each of these once made a driven run break what was called proved. A call can leave some out, to look for other holes.
package struct DrivenBehaviors: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Earlier runs leave words in sources that retain them.
    package static let leftWords = DrivenBehaviors(rawValue: 1)
    /// Callbacks that no row of a decoder reads.
    package static let unreadCallbacks = DrivenBehaviors(rawValue: 2)
    /// Anything from sources that have no model.
    package static let otherSources = DrivenBehaviors(rawValue: 4)
    /// Answers to orders that are closed.
    package static let staleReplies = DrivenBehaviors(rawValue: 8)
    /// More words at once than the channel holds.
    package static let longEmits = DrivenBehaviors(rawValue: 16)
    /// An `otherwise` is no answer: nothing may come after it that needs an answer.
    package static let otherwiseIsNoAnswer = DrivenBehaviors(rawValue: 32)
    /// Providers go on after the end, as long as calls are at work.
    package static let afterEnd = DrivenBehaviors(rawValue: 64)

    /// The handler of an effect may begin only after later events.
    package static let slowHandlers = DrivenBehaviors(rawValue: 128)

    /// A provider completes a call also after its order was closed.
    package static let lateAnswers = DrivenBehaviors(rawValue: 256)

    /// None of these: what was always followed.
    package static let followed: DrivenBehaviors = []

    /// Those of which the rules speak: all but slow handlers and late answers.
    package static let coveredByRules: DrivenBehaviors = [
        .leftWords, .unreadCallbacks, .otherSources, .staleReplies, .longEmits, .otherwiseIsNoAnswer, .afterEnd,
    ]

    /// By the names of the command line.
    package static let named: [(name: String, behavior: DrivenBehaviors)] = [
        ("left", .leftWords), ("unread", .unreadCallbacks), ("others", .otherSources), ("stale", .staleReplies),
        ("long", .longEmits), ("otherwise", .otherwiseIsNoAnswer), ("after", .afterEnd),
    ]
}
