import FlowMachine
import KeywayCore

extension FlowSystem {
    /// The `otherwise` of an open effect to which no handler has given an answer within its time.
    func limit(of effect: Int, in position: Int32) -> [FlowInput] {
        guard let replies = machine.effects[effect].signature.replies else { return [] }
        let values = Dictionary(uniqueKeysWithValues: replies.otherwiseFields.enumerated().map { ($0, $1) })
        return self.replies(to: effect, replies.otherwise, giving: values, in: position).map { input in
            var input = input
            input.origin = .limit(effect: effect)
            return input
        }
    }

    /// The replies of the backend to an open effect, in every way that makes a difference, and its limit where that
    /// differs.
    ///
    /// Of an effect that a provider answers only the limit comes from here.
    func replies(to effect: Int, in position: Int32) -> [FlowInput] {
        guard !answeredEffects.has(effect) else { return limit(of: effect, in: position) }
        let events = Set(machine.effects[effect].signature.replies?.events ?? []).sorted()
        let replies = events.flatMap {
            variants(of: $0, .reply(effect: effect), in: configurations[Int(position)])
        }
        return replies + (limitsApart.has(effect) ? limit(of: effect, in: position) : [])
    }

    /// What a flow decides before anything else when another process goes on with its run.
    ///
    /// These are deadlines that are overdue, and the `otherwise` of orders that nobody performs any more.
    func inputsOfReturn(from position: Int32) -> [FlowInput] {
        firings(in: configurations[Int(position)]) + openEffects(in: position).flatMap { limit(of: $0, in: position) }
    }

    /// What handlers of closed orders may still say, where a row decides it.
    func lateReplies(in configuration: FlowConfiguration) -> [FlowInput] {
        guard !configuration.late.isEmpty else { return [] }
        return machine.effects.indices.filter { configuration.late.has($0) }.flatMap { effect in
            staleReplies[effect].flatMap { reply in
                variants(of: reply.stale, .late(effect: effect), in: configuration).map { input in
                    var input = input
                    input.event = reply.event
                    return input
                }
            }
        }
    }

    /// Every reply to the open effects that providers answer, whatever the models say: for a survey of the flow by
    /// itself.
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

extension Machine {
    /// A reply, and the `stale` event that stands for it where its order is closed.
    struct StaleReply: Hashable {
        var event: Int
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

    /// The events that may come at any moment, whatever is going on.
    func ownEvents(among surroundings: FlowSystem.Surroundings) -> [Int] {
        let fields = Set(surroundings.unmodelledSources.map { sources[$0].source.by })
        let rows = readRows.filter { fields.contains($0.by) }
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
    /// The value itself where guards may read values of this kind; else one value that stands for all.
    fileprivate func standIn(for value: Value) -> Value {
        switch self {
        case .bool, .integer, .enumCase, .set: value
        case .duration, .text: representative
        }
    }
}
