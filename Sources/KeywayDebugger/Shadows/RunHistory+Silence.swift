import KeywayCore
import KeywayLog

/// The answers for which a flow asked its handlers, and which nobody told its shadow in time: a shadow performs nothing, so it has only
/// those answers that the app tells it.
extension RunHistory {
    /// For each order of an effect with replies that had no answer in time, the first answer that was told to the order
    /// itself or to a later order of the effect, by the answer's position among the events of the order's flow.
    ///
    /// An order had no answer in time if its limit passed, or if it is the effect's last order and was not answered. An
    /// order that another one replaced is left out. The value is nil where no answer was told.
    var lateAnswerByOrder: [EffectOrder.ID: Int?] {
        var told: [EffectOrder.ID: Int] = [:]
        var passed: Set<EffectOrder.ID> = []
        for event in steps.lazy.compactMap(\.eventRecord) {
            guard let order = event.answers else { continue }
            switch event.cause {
            case .replied: told[order] = told[order] ?? event.event
            case .limit: passed.insert(order)
            default: break
            }
        }
        var answers: [EffectOrder.ID: Int?] = [:]
        /// By the effect's name: the first answer behind the order that is looked at.
        var next: [String: Int] = [:]
        var seen: Set<String> = []
        for order in orders.reversed() where flow(ofLeg: order.leg).table.effects[order.effect].replies != nil {
            let isLast = seen.insert(order.fullName).inserted
            if let answer = told[order.id] { next[order.fullName] = answer }
            if passed.contains(order.id) || isLast && told[order.id] == nil {
                answers.updateValue(next[order.fullName], forKey: order.id)
            }
        }
        return answers
    }

    /// The effects with an order in `lateAnswerByOrder` that has no answer, each once.
    var unanswered: [String] {
        let answers = lateAnswerByOrder
        let effects = orders.compactMap { order -> String? in
            if case .some(nil) = answers[order.id] { order.fullName } else { nil }
        }
        return effects.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
