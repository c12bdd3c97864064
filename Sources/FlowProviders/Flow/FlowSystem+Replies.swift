import FlowMachine
import KeywayCore

extension FlowSystem {
    /// The reply of an open effect where nothing has answered within its time.
    func limit(of effect: Int, in position: Int32) -> [FlowInput] {
        guard let replies = machine.effects[effect].signature.replies else { return [] }
        let values = Dictionary(uniqueKeysWithValues: replies.otherwiseFields.enumerated().map { ($0, $1) })
        return self.replies(to: effect, replies.otherwise, giving: values, in: position).map { reply in
            var limit = reply
            limit.isLimit = tellsLimit(of: effect)
            return limit
        }
    }

    /// Whether it makes a difference that nobody gave the effect's `otherwise`: something may come only after that reply.
    func tellsLimit(of effect: Int) -> Bool {
        machine.effects[effect].signature.replies.map { facts.causes.contains($0.otherwise) } ?? false
    }

    /// What the flow may hear of an open effect that a provider answers, in all that no model says.
    func repliesOfProviders(in position: Int32) -> [FlowInput] {
        openEffects(in: position).filter { answeredEffects.has($0) }.flatMap { effect in
            Set(machine.effects[effect].signature.replies?.events ?? []).sorted()
                .flatMap { replies(to: effect, $0, giving: [:], in: position) }
        }
    }

    /// A reply to an open effect with some of its fields given, in every way in which the others make a difference; none
    /// where the effect is not open.
    func replies(
        to effect: Int, _ event: Int, giving values: [Int: Value?], in position: Int32
    ) -> [FlowInput] {
        let configuration = configurations[Int(position)]
        guard configuration.open.has(effect) else { return [] }
        let fields = machine.events[event].signature.fields
        var known: Set<FlowInput> = []
        return variants(of: event, .reply(effect: effect), in: configuration).map { variant in
            var input = variant
            for (field, value) in values where input.fields.indices.contains(field) {
                input.fields[field] = value.map { fields[field].kind.standIn(for: $0) }
            }
            return input
        }.filter { known.insert($0).inserted }
    }
}

extension Kind {
    /// The value itself, where values of its kind steer; else one for all of them.
    fileprivate func standIn(for value: Value) -> Value {
        switch self {
        case .bool, .integer, .enumCase, .set: value
        case .duration, .text: representative
        }
    }
}
