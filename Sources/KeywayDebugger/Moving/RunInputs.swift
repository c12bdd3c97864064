import KeywayCore
import KeywayLog
import KeywayRuns

/// What came to a recorded run: commands and callbacks with their times, and the answers to its effects with how long each took.
struct RunInputs {
    /// A command or a callback.
    struct Input {
        var sequence: UInt64
        /// Milliseconds since the run began.
        var at: Int64
        /// The earliest time to which it may move: for a callback that of the last call before it, for a command 0.
        var earliest: Int64
        /// The latest time to which it may move: for a command that of the first callback that may be the result of a call behind it.
        var latest = Int64.max
        var leg: String?
        var event: Event
        var name: String
        var isCommand: Bool
    }

    /// How an order was answered, and after how long.
    struct Answer {
        var delay: Int64
        /// Nil where the order failed, was refused or was interrupted: then the flow takes the effect's `otherwise`.
        var reply: Event?
    }

    /// An effect of a leg.
    struct Effect: Hashable {
        var leg: String?
        var position: Int
    }

    var inputs: [Input] = []
    /// For each effect the answers to its orders, in the order of ordering; nil for one that had none before its limit or the end.
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
                        delay: at &- order.at, reply: told.cause == .replied ? event : nil)
                case .timer, .limit, .granted, .restored, .owed, .overrun: break
                }
            }
            // An effect without replies may be a call to a provider, so that a later callback may be its result.
            if step.effects.contains(where: { step.flow.table.effects[$0].replies == nil }) { lastCall = at }
        }
        for place in inputs.indices where inputs[place].isCommand {
            let results = inputs.filter {
                !$0.isCommand && $0.earliest >= inputs[place].at && $0.at >= inputs[place].at
            }
            inputs[place].latest = results.map(\.at).min() ?? .max
        }
    }

    /// The answer to the order with this number, counted from 0; past the recorded orders the last answer.
    func answer(to effect: Effect, number: Int) -> Answer? {
        guard let known = answers[effect], let last = known.last else { return nil }
        return known.indices.contains(number) ? known[number] : last
    }
}
