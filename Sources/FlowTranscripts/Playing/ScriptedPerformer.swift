import Keyway
import KeywayOrchestrator

/// Answers the effects of a run as its transcript says, a moment after each was ordered.
final class ScriptedPerformer {
    /// An answer on its way.
    struct Reply {
        var due: Instant
        var order: OrderID
        var event: Int
        var fields: [Value?]
    }

    private var answers: ScriptedAnswers
    private let time: VirtualTime
    /// In the order in which they are due, and of those due at one instant in the order of their orders.
    private var underway: [Reply] = []

    init(_ answers: ScriptedAnswers, time: VirtualTime) {
        self.answers = answers
        self.time = time
    }

    /// Answers orders of the run, or of the leg of this name.
    func perform(_ orders: [EffectOrder], in leg: String? = nil) {
        for order in orders {
            guard let answer = answers.answer(to: order.effect, in: leg) else { continue }
            let due = time.now.advanced(byMilliseconds: answer.after)
            underway.insert(
                Reply(due: due, order: order.id, event: answer.event, fields: answer.fields),
                at: underway.firstIndex { due < $0.due } ?? underway.endIndex)
        }
    }

    /// When the next answer arrives.
    var nextReply: Instant? { underway.first?.due }

    func takeReply() -> Reply? {
        underway.isEmpty ? nil : underway.removeFirst()
    }
}
