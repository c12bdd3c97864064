/// Why a run ended as it did, or what it waits for, in sentences that a person reads in this order.
package struct Explanation: Equatable, Sendable {
    /// One sentence, and the record that it speaks of.
    package struct Sentence: Equatable, Sendable {
        /// What a sentence is about.
        package enum Subject: String, Sendable, CaseIterable {
            /// The log and the flow in it say different things.
            case disagreement
            /// That the run is a shadow, which signs nobody in, and how the app's own handler ended.
            case shadow
            /// Where the run ended, or where it stands, or where it was last before damage.
            case ending
            /// What brought the end.
            case cause
            /// Where a value of the result comes from.
            case value
            /// A deadline, or the limit of an effect, that passed.
            case deadline
            /// A handler of the app threw, or was not called; the flow is told this as an `otherwise`, or not at all.
            case handler
            /// Another process, or another node, went on with the run.
            case process
            /// An event of which nothing came: late, stale, ignored, rejected or unrecognised.
            case dropped
            /// An effect that had not answered when the run ended.
            case unanswered
            /// What an event that came after the end would have done just before the end.
            case missed
            /// What the run waits for.
            case waiting
        }

        package var subject: Subject
        package var text: String
        /// The sequence of the record, the event's name and the spec's line; nil where the sentence is about none.
        package var sequence: UInt64?
        package var event: String?
        package var line: String?
    }

    package var sentences: [Sentence]

    /// The sentence that names what brought the end; nil for a run that goes on or was cut by damage.
    package var cause: Sentence? { sentences.first { $0.subject == .cause } }
}

extension Explanation {
    package init(of history: RunHistory) {
        let writer = ExplanationWriter(of: history)
        sentences =
            writer.disagreement + writer.shadow + writer.ending + writer.results + writer.handlers + writer.processes
            + writer.deadlines
            + writer.dropped + writer.unanswered + writer.missed + writer.waiting
    }
}
