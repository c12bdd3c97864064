import KeywayCore
import KeywayRuns

/// Answers the effects of a run as its transcript says, a moment after each was ordered.
struct ScriptedPerformer {
    /// An answer on its way.
    struct Reply {
        var due: Instant
        var order: LegOrder
        var event: Int
        var fields: [Value?]
    }

    private var answers: ScriptedAnswers
    /// In the order in which they are due, and of those due at one instant in the order of their orders.
    private var underway: [Reply] = []

    init(_ answers: ScriptedAnswers) {
        self.answers = answers
    }

    /// Answers an order that is given now; one without replies gets no answer.
    mutating func perform(_ order: LegOrder, at now: Instant) {
        guard let answer = answers.answer(to: order.order.effect, in: order.legName) else { return }
        let due = now.advanced(byMilliseconds: answer.after)
        underway.insert(
            Reply(due: due, order: order, event: answer.event, fields: answer.fields),
            at: underway.firstIndex { due < $0.due } ?? underway.endIndex)
    }

    /// The handlers died with their process.
    mutating func forgetAnswers() { underway = [] }

    /// When the next answer arrives.
    var nextReply: Instant? { underway.first?.due }

    mutating func takeReply() -> Reply? { underway.isEmpty ? nil : underway.removeFirst() }
}
