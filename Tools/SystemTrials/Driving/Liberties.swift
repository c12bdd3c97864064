/// What a driven system may do beyond what every exploration follows: each was a hole once, and can be left out to look for
/// what else there is.
package struct Liberties: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Earlier runs leave words in sources that retain them.
    package static let leftWords = Liberties(rawValue: 1)
    /// Callbacks that no row of a decoder reads.
    package static let unreadCallbacks = Liberties(rawValue: 2)
    /// Anything from sources that have no model.
    package static let otherSources = Liberties(rawValue: 4)
    /// Answers to orders that are closed.
    package static let staleReplies = Liberties(rawValue: 8)
    /// More words at once than the channel holds.
    package static let longEmits = Liberties(rawValue: 16)
    /// An `otherwise` is no answer: nothing may come after it that needs an answer.
    package static let otherwiseIsNoAnswer = Liberties(rawValue: 32)
    /// Providers go on after the end, as long as calls are at work.
    package static let afterEnd = Liberties(rawValue: 64)

    /// The handler of an effect may begin only after later events.
    package static let slowHandlers = Liberties(rawValue: 128)

    /// A provider completes a call also after its order was closed.
    package static let lateAnswers = Liberties(rawValue: 256)

    /// None of these: what was always followed.
    package static let followed: Liberties = []

    /// Those of which the rules speak: all but slow handlers and late answers.
    package static let coveredByRules: Liberties = [
        .leftWords, .unreadCallbacks, .otherSources, .staleReplies, .longEmits, .otherwiseIsNoAnswer, .afterEnd,
    ]

    /// By the names of the command line.
    package static let named: [(name: String, liberty: Liberties)] = [
        ("left", .leftWords), ("unread", .unreadCallbacks), ("others", .otherSources), ("stale", .staleReplies),
        ("long", .longEmits), ("otherwise", .otherwiseIsNoAnswer), ("after", .afterEnd),
    ]
}
