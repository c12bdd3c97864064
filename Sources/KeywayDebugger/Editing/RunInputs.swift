import KeywayCore
import KeywayLog
import KeywayRuns

/// What came to a recorded run from outside: commands and callbacks with their moments, and how long each answer took.
struct RunInputs {
    /// A command or a callback.
    struct Input {
        var sequence: UInt64
        /// Milliseconds since the run began.
        var at: Int64
        /// Not before this moment: a callback comes behind the last call that the run had made by then.
        var earliest: Int64
        var leg: String?
        var event: Event
        var name: String
        var isCommand: Bool
    }

    /// What a handler answered to an order, and after how long.
    struct Answer {
        var delay: Int64
        /// Nil where the handler gave no answer: then the flow takes the effect's `otherwise`.
        var reply: Event?
    }

    /// An effect of a leg.
    struct Effect: Hashable {
        var leg: String?
        var position: Int
    }

    var inputs: [Input] = []
    /// For each effect the answers to its orders, in the order of ordering; nil for an order that nobody answered.
    private(set) var answers: [Effect: [Answer?]] = [:]

    init(of history: RunHistory) {
        var orders: [EffectOrder.ID: (effect: Effect, number: Int, at: Int64)] = [:]
        var lastCall: Int64 = 0
        for order in history.orders {
            let effect = Effect(leg: order.leg, position: order.effect)
            orders[order.id] = (effect, answers[effect, default: []].count, order.at)
            answers[effect, default: []].append(nil)
        }
        for step in history.steps {
            let at = history.at(step)
            if let told = step.told {
                let event = Event(told.event, fields: told.fields, stamp: told.stamp)
                switch told.cause {
                case .asked, .heard, .retained:
                    inputs.append(
                        Input(
                            sequence: step.record.sequence, at: at, earliest: told.cause == .asked ? 0 : lastCall,
                            leg: step.leg, event: event, name: step.event, isCommand: told.cause == .asked))
                case .replied, .failed, .refused, .interrupted:
                    guard let id = told.answers, let order = orders[id] else { break }
                    answers[order.effect]?[order.number] = Answer(
                        delay: at - order.at, reply: told.cause == .replied ? event : nil)
                case .timer, .limit, .granted, .restored, .owed, .overrun: break
                }
            }
            // What calls a provider, or has no answer by which it is known what it is, may be what a callback answers.
            if step.effects.contains(where: { step.flow.table.effects[$0].replies == nil }) { lastCall = at }
        }
    }

    /// The answer to an effect's order of this number; those behind the last one that is known are like it.
    func answer(to effect: Effect, number: Int) -> Answer? {
        guard let known = answers[effect], let last = known.last else { return nil }
        return known.indices.contains(number) ? known[number] : last
    }
}
