package import KeywayCore
import KeywayRuns

/// Answers the effects of a run as its transcript says, some time after each was ordered.
///
/// After `stopAnswering` only `send` answers: a search that looks for a transcript sends the answers that it tries.
struct ScriptedPerformer {
    /// An answer on its way.
    struct Reply {
        /// When the answer arrives.
        var due: Instant
        var order: LegOrder
        /// The reply, by its position among the events of the leg's flow, and its fields; nil is absent.
        var event: Int
        var fields: [Value?]
        /// The position among all performances of the one that is answered.
        fileprivate var performance: Int
    }

    private var answers: ScriptedAnswers
    /// Whether orders are answered as the transcript says; false after `stopAnswering`, and as long as a performer that was made `waiting`
    /// waits for `answer(from:where:)`.
    private var answersByItself: Bool
    /// The answers on their way, by when they are due, and of those due at one instant in the order of sending.
    private var underway: [Reply] = []
    /// Every order so far of an effect that has replies, in the order in which they were given.
    private(set) var performances: [PerformedOrder] = []

    /// - Parameter waits: whether orders are answered only from `answer(from:where:)` on.
    init(_ answers: ScriptedAnswers, waiting waits: Bool = false) {
        self.answers = answers
        answersByItself = !waits
    }

    /// Answers an order that is given now; one without replies gets no answer.
    mutating func perform(_ order: LegOrder, at now: Instant) {
        guard order.expectsReply else { return }
        performances.append(PerformedOrder(order: order, ordered: now))
        guard answersByItself, let answer = answers.answer(to: order.order.effect, in: order.legName) else { return }
        send(answer, of: performances.count - 1, due: now.advanced(byMilliseconds: answer.after))
    }

    /// From now on only `send` answers orders; answers that are on their way are dropped.
    mutating func stopAnswering() {
        answersByItself = false
        underway = []
    }

    /// From now on orders are answered as the transcript says, beginning with those that are open: as long after this moment as an
    /// order's answer comes after the order.
    ///
    /// - Parameter isOpen: whether the run still waits for the order's answer.
    mutating func answer(from now: Instant, where isOpen: (EffectOrder.ID) -> Bool) {
        answersByItself = true
        for (place, performed) in performances.enumerated()
        where performed.answered == nil && !performed.isLost && isOpen(performed.id) {
            let effect = performed.effectOfLeg
            guard let answer = answers.answer(to: effect.effect, in: effect.leg) else { continue }
            send(answer, of: place, due: now.advanced(byMilliseconds: answer.after))
        }
    }

    /// Sends the answer of a performance, which arrives when it is due.
    mutating func send(_ answer: BoundTranscript.Answer, of performance: Int, due: Instant) {
        let reply = Reply(
            due: due, order: performances[performance].order, event: answer.event, fields: answer.fields,
            performance: performance)
        underway.insert(reply, at: underway.firstIndex { due < $0.due } ?? underway.endIndex)
    }

    /// Drops the answers on their way, and marks unanswered performances as lost: their handlers died with the process.
    mutating func forgetAnswers() {
        underway = []
        for place in performances.indices where performances[place].answered == nil {
            performances[place].isLost = true
        }
    }

    /// When the next answer arrives; nil where none is on its way.
    var nextReply: Instant? { underway.first?.due }

    /// The answer that arrives next, which counts as arrived from now on; nil where none is on its way.
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
    /// When the order was given, by the clock of the run.
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
    package var effectOfLeg: BoundTranscript.EffectOfLeg { .init(order.order.effect, in: order.legName) }
    /// The identity of the order within its run, by which the leg waits for the answer.
    package var id: EffectOrder.ID { order.order.id }
    /// The flow of the leg that ordered it.
    package var table: Table { order.flow.table }
}
