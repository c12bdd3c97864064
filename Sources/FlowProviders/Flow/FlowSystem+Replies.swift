import FlowMachine
import KeywayCore

extension FlowSystem {
    /// The passing of an open effect's time limit: the reply that the flow declares as its `otherwise`; none for an effect without replies.
    func limit(of effect: Int, in position: Int32) -> [FlowInput] {
        guard let replies = machine.effects[effect].signature.replies else { return [] }
        let values = Dictionary(uniqueKeysWithValues: replies.otherwiseFields.enumerated().map { ($0, $1) })
        return self.replies(to: effect, replies.otherwise, giving: values, in: position).map { input in
            var input = input
            input.origin = .limit(effect: effect)
            return input
        }
    }

    /// The replies that the backend may give to an open effect, with all field values that make a difference, and the passing of the
    /// effect's limit where that is explored apart (`limitsApart`).
    ///
    /// For an effect that a provider's model answers this is the limit alone: the model's answers become replies in `LegSystem+Answers`.
    /// So it is where nobody performs the order, whose `otherwise` then comes at once.
    func replies(to effect: Int, in position: Int32) -> [FlowInput] {
        guard !answeredEffects.has(effect), !isUnperformed(effect, in: position) else {
            return limit(of: effect, in: position)
        }
        let events = Set(machine.effects[effect].signature.replies?.events ?? []).sorted()
        let replies = events.flatMap {
            variants(of: $0, .reply(effect: effect), in: configurations[Int(position)])
        }
        return replies + (limitsApart.has(effect) ? limit(of: effect, in: position) : [])
    }

    /// What a flow decides before anything else when another process goes on with its run.
    ///
    /// A timer may be overdue, and any open order may get its `otherwise`, because its limit has passed or nobody performs it any more.
    /// A sub-flow whose own flow is not explored may end by any of these. `LegsConfiguration.allows` leaves out what cannot come yet.
    func inputsOfReturn(from position: Int32) -> [FlowInput] {
        let configuration = configurations[Int(position)]
        return firings(in: configuration) + openEffects(in: position).flatMap { limit(of: $0, in: position) }
            + configuration.running.flatMap { inputs(of: $0, in: configuration) }
    }

    /// The replies that handlers of closed orders may still give, where a row `on stale ...` decides such a reply.
    func lateReplies(in configuration: FlowConfiguration) -> [FlowInput] {
        guard !configuration.late.isEmpty else { return [] }
        return machine.effects.indices.filter { configuration.late.has($0) }.flatMap { effect in
            staleReplies[effect].flatMap { reply in
                variants(of: reply.stale, .late(effect: effect), in: configuration).map { input in
                    // The field values are those that matter to the stale event; the input is the reply, which the interpreter makes stale.
                    var input = input
                    input.event = reply.event
                    return input
                }
            }
        }
    }

    /// Every declared reply to the open effects that providers answer, whatever the models say: `FlowQuotient` looks at the flow without
    /// its models.
    func repliesOfProviders(in position: Int32) -> [FlowInput] {
        let answered = openEffects(in: position).filter { answeredEffects.has($0) && !isUnperformed($0, in: position) }
        return answered.flatMap { effect in
            Set(machine.effects[effect].signature.replies?.events ?? []).sorted()
                .flatMap { replies(to: effect, $0, giving: [:], in: position) }
        }
    }

    /// A reply to an open effect with these values in some of its fields, and in the other fields all values that make a difference; none
    /// where the effect is not open.
    ///
    /// `values`: by the positions of the fields; a value of nil says that the field is absent.
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
                input.fields[field] = value.map { fields[field].kind.comparablePart(of: $0) }
            }
            return input
        }.filter { known.insert($0).inserted }
    }
}

extension Machine {
    /// A reply, and the `stale` event that stands for it where its order is closed.
    struct StaleReply: Hashable {
        /// The reply.
        var event: Int
        /// The `stale` event.
        var stale: Int
    }

    /// For each effect its replies for which some row says what they mean when they come too late.
    var staleReplies: [[StaleReply]] {
        effects.map { effect in
            Set(effect.signature.replies?.events ?? []).sorted().compactMap { event in
                events.firstIndex { $0.signature.origin == .stale(of: event) }.map {
                    StaleReply(event: event, stale: $0)
                }
            }
        }
    }

    /// The events that may come at any moment, without anything that runs and brings them.
    func ownEvents(among surroundings: FlowSystem.Surroundings) -> [Int] {
        let nameFields = Set(surroundings.unmodelledSources.map { sources[$0].source.by })
        let rows = readRows.filter { nameFields.contains($0.by) }
        func isTold(_ event: Int, by rows: [ComparableDecoderRow]) -> Bool {
            sources.isEmpty || rows.contains { $0.row.event == event }
        }
        return events.indices.filter { event in
            switch events[event].signature.origin {
            case .command: true
            case .callback: isTold(event, by: rows)
            case .unrecognised: surroundings.isRoot
            case .stale(let current):
                events[current].signature.origin == .callback
                    && isTold(current, by: rows.filter { !$0.isSingleton })
            case .reply, .timer, .child, .lane, .restored: false
            }
        }
    }
}

extension Kind {
    /// The value itself where guards may compare values of this kind; for a text or a duration one value that stands for all.
    fileprivate func comparablePart(of value: Value) -> Value {
        switch self {
        case .bool, .integer, .enumCase, .set: value
        case .duration, .text: representative
        }
    }
}
