package import KeywayCore
import KeywayRuns

/// Answers the effects of a run as its transcript says, a moment after each was ordered; or as it is told, where the rest of the
/// transcript is still to be found.
struct ScriptedPerformer {
    /// An answer on its way.
    struct Reply {
        var due: Instant
        var order: LegOrder
        var event: Int
        var fields: [Value?]
        /// Among all performances.
        fileprivate var performance: Int
    }

    private var answers: ScriptedAnswers
    private var answersByItself = true
    /// In the order in which they are due, and of those due at one instant in the order of their orders.
    private var underway: [Reply] = []
    /// Of effects that have replies, in the order of their orders.
    private(set) var performances: [PerformedOrder] = []

    init(_ answers: ScriptedAnswers) {
        self.answers = answers
    }

    /// Answers an order that is given now; one without replies gets no answer.
    mutating func perform(_ order: LegOrder, at now: Instant) {
        guard order.expectsReply else { return }
        performances.append(PerformedOrder(order: order, ordered: now))
        guard answersByItself, let answer = answers.answer(to: order.order.effect, in: order.legName) else { return }
        send(answer, of: performances.count - 1, due: now.advanced(byMilliseconds: answer.after))
    }

    /// From now on an order is answered when somebody says so; what is on its way has not been sent.
    mutating func waitToBeTold() {
        answersByItself = false
        underway = []
    }

    /// Sends the answer of a performance, which arrives when it is due.
    mutating func send(_ answer: BoundTranscript.Answer, of performance: Int, due: Instant) {
        let reply = Reply(
            due: due, order: performances[performance].order, event: answer.event, fields: answer.fields,
            performance: performance)
        underway.insert(reply, at: underway.firstIndex { due < $0.due } ?? underway.endIndex)
    }

    /// The handlers died with their process.
    mutating func forgetAnswers() {
        underway = []
        for place in performances.indices where performances[place].answered == nil {
            performances[place].isLost = true
        }
    }

    /// When the next answer arrives.
    var nextReply: Instant? { underway.first?.due }

    mutating func takeReply() -> Reply? {
        guard !underway.isEmpty else { return nil }
        let reply = underway.removeFirst()
        performances[reply.performance].answered = reply.due
        return reply
    }
}

/// One performance of an effect that has replies.
package struct PerformedOrder: Sendable {
    let order: LegOrder
    /// By the clock of the run.
    package let ordered: Instant
    /// When its answer arrived; nil where none has.
    package fileprivate(set) var answered: Instant?
    /// Whether its handler died with its process: no answer comes.
    package fileprivate(set) var isLost = false

    fileprivate init(order: LegOrder, ordered: Instant) {
        self.order = order
        self.ordered = ordered
    }

    /// The effect, as a transcript's answers have it.
    package var asked: BoundTranscript.Asked { .init(order.order.effect, in: order.legName) }
    /// The order, while it is open, among those of its leg.
    package var id: EffectOrder.ID { order.order.id }
    /// The flow of the leg that ordered it.
    package var table: Table { order.flow.table }
}
