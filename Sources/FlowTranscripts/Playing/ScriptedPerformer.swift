import Keyway
import KeywayOrchestrator

/// Answers the effects of a run as its transcript says, a moment after each was ordered.
final class ScriptedPerformer: EffectPerformer {
    /// An answer on its way.
    struct Reply {
        var due: Instant
        var order: OrderID
        var event: Int
        var fields: [Value?]
    }

    private var answers: ScriptedAnswers
    private let time: VirtualTime
    /// In the order in which they are due: every answer takes equally long.
    private var underway: [Reply] = []

    init(_ answers: ScriptedAnswers, time: VirtualTime) {
        self.answers = answers
        self.time = time
    }

    func perform(_ order: EffectOrder, of run: RunID) {
        guard let answer = answers.answer(to: order.effect) else { return }
        underway.append(
            Reply(
                due: time.now.advanced(byMilliseconds: ScriptedAnswers.delay), order: order.id, event: answer.event,
                fields: answer.fields))
    }

    /// When the next answer arrives.
    var nextReply: Instant? { underway.first?.due }

    func takeReply() -> Reply? {
        underway.isEmpty ? nil : underway.removeFirst()
    }
}
