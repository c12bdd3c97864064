import KeywayCore
import KeywayRuns

/// An answer that nobody told a shadow: the effect behind the name of its leg, and the event that answers it.
///
/// A shadow performs nothing, so it has only those answers that the app tells it.
package struct AssumedAnswer: Hashable, Sendable {
    package var effect: String
    package var reply: String

    package init(effect: String, reply: String) {
        self.effect = effect
        self.reply = reply
    }
}

/// Looks for answers that nobody told a shadow, and by which its run comes to a success at once.
struct AnswerSearch {
    /// The most answers one after the other.
    private static let greatestDepth = 4
    /// The most answers that are tried in all.
    private static let greatestCount = 1_000

    private let history: RunHistory
    /// The run right before each limit that passed without an answer, the earliest first; then the run at its end.
    private let moments: [RunMachine]
    /// The orders of the recorded run that may be answered, each with the only answer that it may have (`lateAnswerByOrder`).
    ///
    /// Nil stands for an order to which, and behind which, none was told: it may have any.
    private let orders: [EffectOrder.ID: Int?]

    /// - Parameter sequence: a record; only what follows it is searched.
    init(of history: RunHistory, after sequence: UInt64) {
        self.history = history
        orders = history.lateAnswerByOrder
        moments = history.beforeLimits.filter { $0.sequence > sequence }.map(\.machine) + [history.machine]
    }

    /// The fewest answers that lead to a success, at the first of `moments` at which any do; nil where none are found.
    ///
    /// They are in the order in which they are given.
    func answers() -> [AssumedAnswer]? {
        var count = 0
        for moment in moments {
            if let found = answers(from: moment, &count) { return found }
            if count > Self.greatestCount { return nil }
        }
        return nil
    }

    /// The fewest answers that lead from here to a success; nil where none are found. `count`: how many were tried so far.
    private func answers(from machine: RunMachine, _ count: inout Int) -> [AssumedAnswer]? {
        // The runs in which as many answers were given as rounds of the loop are done.
        var reached: [(machine: RunMachine, answers: [AssumedAnswer])] = [(machine, [])]
        for _ in 0..<Self.greatestDepth {
            var next: [(machine: RunMachine, answers: [AssumedAnswer])] = []
            for (machine, answers) in reached {
                for (input, answer) in self.answers(to: machine, isRecorded: answers.isEmpty) {
                    count += 1
                    if count > Self.greatestCount { return nil }
                    var answered = machine
                    guard (try? answered.decide(input, at: machine.latest)) != nil else { continue }
                    if answered.isEnded {
                        let final = answered.flow.table.states[answered.state.state].name
                        if history.annotations?.successes.contains(final) == true { return answers + [answer] }
                    } else {
                        next.append((answered, answers + [answer]))
                    }
                }
            }
            reached = next
        }
        return nil
    }

    /// The replies to the open orders: every bool and enum value, one sample of any other kind, nil for optional fields.
    ///
    /// `isRecorded`: whether the run stands as it was recorded, so that some of its orders were answered later.
    private func answers(
        to machine: RunMachine, isRecorded: Bool
    ) -> [(input: Input, answer: AssumedAnswer)] {
        machine.legs.enumerated().filter { !$1.isEnded }.flatMap { place, leg in
            leg.run.openEffects.filter { !isRecorded || orders.keys.contains($0.order) }.flatMap {
                open -> [(input: Input, answer: AssumedAnswer)] in
                let signature = leg.table.effects[open.effect]
                let name = leg.name.map { "\($0).\(signature.name)" } ?? signature.name
                let told = isRecorded ? orders[open.order] ?? nil : nil
                return (told.map { [$0] } ?? signature.replies?.events ?? []).flatMap { event in
                    let reply = leg.table.events[event]
                    // One more than are tried, so that the search knows that some are left.
                    return reply.fields.combinations(
                        atMost: Self.greatestCount + 1, among: leg.table.enumerations
                    ).map { fields in
                        (
                            Input.reply(machine.key(of: open.order), leg: place, event: event, fields: fields),
                            AssumedAnswer(effect: name, reply: reply.name)
                        )
                    }
                }
            }
        }
    }
}

extension [Field] {
    /// Lists of values for the fields: every bool and every case of an enum, one value of any other kind, nil for an
    /// optional field.
    ///
    /// - Parameter count: of so many lists the first are made; twenty fields that are bools have a million.
    func combinations(atMost count: Int, among enumerations: [Enumeration]) -> [[Value?]] {
        reduce([[]]) { begun, field in
            let all = begun.lazy.flatMap { values in field.samples(among: enumerations).lazy.map { values + [$0] } }
            return [[Value?]](all.prefix(count))
        }
    }
}

extension Field {
    fileprivate func samples(among enumerations: [Enumeration]) -> [Value?] {
        if isOptional { return [nil] }
        return switch kind {
        case .bool: [.bool(true), .bool(false)]
        case .enumCase(let enumeration): enumerations[enumeration].cases.indices.map { .enumCase($0) }
        case .set, .integer, .duration, .text: [kind.madeUp]
        }
    }
}
