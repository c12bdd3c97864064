package import KeywayCore
package import KeywayLog
import KeywayRuns

/// What came to a recorded run: commands and callbacks with their times, and the answers to its effects with how long each took.
package struct RunInputs {
    /// A command or a callback.
    package struct Input {
        /// A command or callback as its record tells it.
        package struct Recorded {
            package var sequence: UInt64
            package var event: Event
            /// What is known of a callback that no row of a source reads; nil for any other, and for a command.
            package var unread: RawValue.Unread?
            /// The event's name, behind the name of its leg.
            package var name: String
            package var isCommand: Bool
            /// Whether the run heard it when it was said; false for a command, and for a callback that a source had retained.
            package var isHeardAtOnce: Bool
            /// The attempt of its leg that ran when a callback came, to which it belonged or, where it is stale, did not; nil where its
            /// attempt is not known, and for a command.
            package var attempt: Int?

            /// - Parameter told: what the step's record tells.
            package init(_ step: RunHistory.Step, _ told: EventRecord) {
                sequence = step.record.sequence
                event = Event(told.event, fields: told.fields, stamp: told.stamp)
                unread = told.unread
                name = step.event
                isCommand = told.cause == .asked
                isHeardAtOnce = told.cause == .heard
                attempt = told.stamp == .unknown ? nil : step.attempt
            }

            /// The number of an attempt with which the callback is as current or stale as it was; nil where its attempt is not known.
            ///
            /// - Parameter running: the attempt of its leg that runs when it comes.
            package func stampedAttempt(during running: Int) -> Int? {
                guard let attempt else { return nil }
                // Any number but that of the running attempt will do; the one before it is the likeliest.
                if event.stamp == .stale { return running > 1 ? running - 1 : running + 1 }
                // Where its own attempt has not begun yet it belongs to the one that runs, so that it is not stale for coming earlier. No
                // transcript has the number 0, and before the first attempt it is as good to say none.
                let own = min(attempt, running)
                return own > 0 ? own : nil
            }
        }

        package enum Content {
            case recorded(Recorded)
            /// A callback that an edit adds: the leg that listens when it comes hears it.
            case added(RawValue)
        }

        package var content: Content
        /// Milliseconds since the run began.
        package var at: Int64
        /// The sequence of its record, by which it goes before or behind what else the log has in its millisecond; nil for what an edit has
        /// moved there or added.
        var placeInLog: UInt64?
        /// The earliest time to which the input may move: for a command 0, for a callback the time of the last order before it of an effect
        /// without replies, which may be the call that it answers.
        var earliest: Int64
        /// The latest time to which the input may move. For a command: the time of the first callback that may be the result of a call
        /// made since the command; `.max` where there is none, and for a callback.
        var latest = Int64.max
        /// The names of the sub-flows to the leg that heard it; nil for the run itself, and for a callback that an edit adds.
        package var leg: String?

        package var recorded: Recorded? { if case .recorded(let recorded) = content { recorded } else { nil } }
        package var isCommand: Bool { recorded?.isCommand ?? false }
    }

    /// How an order was answered, and after how long.
    package struct Answer {
        package init(delay: Int64, reply: Event?) {
            self.delay = delay
            self.reply = reply
        }

        /// Milliseconds from the order to its answer.
        package var delay: Int64
        /// Nil where the order failed, was refused, was interrupted or lacked a value: then the flow takes the effect's `otherwise`.
        package var reply: Event?
        /// The sequence of the answer's record; nil for an answer that the recorded run did not get to this very order.
        var sequence: UInt64?
    }

    /// An effect of a leg.
    package struct Effect: Hashable {
        package init(leg: String?, position: Int) {
            self.leg = leg
            self.position = position
        }

        /// The names of the sub-flows to the leg; nil for the run itself.
        package var leg: String?
        /// By its position in the table of the leg's flow.
        package var position: Int
    }

    package internal(set) var inputs: [Input] = []
    /// Callbacks for what legs heard. What sub-flows hear before their first commands is no input: it comes as a sub-flow begins.
    let made: MadeCallbacks
    /// For each effect the answers to its orders, in the order of ordering; nil for an order without an answer before
    /// its limit or the run's end.
    package private(set) var answers: [Effect: [Answer?]] = [:]
    /// For each effect the records by which its limit ended orders, by the order's number, counted from 0: the sequence of each.
    private var limits: [Effect: [Int: UInt64]] = [:]
    /// For each effect when its orders were given, as `answers` has them, in milliseconds since the run began.
    private(set) var orders: [Effect: [Int64]] = [:]

    package init(of history: RunHistory) {
        var places: [EffectOrder.ID: (effect: Effect, number: Int, at: Int64)] = [:]
        var lastCall: Int64 = 0
        made = MadeCallbacks(of: history)
        for order in history.orders {
            let effect = Effect(leg: order.leg, position: order.effect)
            places[order.id] = (effect, answers[effect, default: []].count, order.at)
            answers[effect, default: []].append(nil)
            orders[effect, default: []].append(order.at)
        }
        for step in history.steps {
            let at = history.at(step)
            if let told = step.eventRecord {
                let event = Event(told.event, fields: told.fields, stamp: told.stamp)
                switch told.cause {
                case .retained where step.leg != nil: break
                case .asked, .heard, .retained:
                    inputs.append(
                        Input(
                            content: .recorded(Input.Recorded(step, told)), at: at, placeInLog: step.record.sequence,
                            earliest: told.cause == .asked ? 0 : lastCall, leg: step.leg))
                case .replied, .failed, .refused, .interrupted, .valueGone:
                    guard let id = told.answers, let order = places[id] else { break }
                    var answer = Answer(delay: at &- order.at, reply: told.cause == .replied ? event : nil)
                    answer.sequence = step.record.sequence
                    answers[order.effect]?[order.number] = answer
                case .limit:
                    guard let id = told.answers, let order = places[id] else { break }
                    limits[order.effect, default: [:]][order.number] = step.record.sequence
                case .timer, .granted, .restored, .owed, .overrun: break
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

    /// The commands and callbacks in order of time.
    package var inOrder: [Input] {
        inputs.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    /// The sequence of the record by which its limit ended the last order of the effect, where so many were given; nil where no limit did.
    func limitSequence(of effect: Effect, orderedTimes count: Int) -> UInt64? { limits[effect]?[count - 1] }

    /// The answer to the order with this number, counted from 0; past the recorded orders that to the last of them. Nil where that order
    /// had no answer, or the effect was never ordered.
    func answer(to effect: Effect, number: Int) -> Answer? {
        guard let known = answers[effect], var last = known.last else { return nil }
        if known.indices.contains(number) { return known[number] }
        last?.sequence = nil
        return last
    }
}

extension Sequence<(place: Int, at: Int64, sequence: UInt64?)> {
    /// The place of the answer that comes next: the first in time, at one millisecond in the log's order, and then in the order of ordering.
    var next: Int? {
        self.min { ($0.at, $0.sequence ?? .max, $0.place) < ($1.at, $1.sequence ?? .max, $1.place) }?.place
    }
}
