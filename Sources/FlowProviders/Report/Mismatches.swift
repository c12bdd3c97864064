import FlowLanguage
package import FlowMachine
import KeywayCore

/// Where a flow with its sub-flows and the models of their providers do not fit each other.
package struct Mismatches: Sendable {
    /// Callbacks of a flow that no word of any model is read as.
    package var neverTold: [String] = []
    /// Words that no row of a decoder reads, by model; those that are meant to be read by none are left out.
    package var neverRead: [String] = []
    /// Calls that the models know and no effect makes.
    package var neverMade: [String] = []
    /// Replies that no model gives, of effects that a provider answers; an effect's `otherwise` is left out, as its limit brings it anyhow.
    package var neverGiven: [String] = []
    /// Answers of the models that no effect can take.
    package var neverTaken: [String] = []

    /// Compares what the flows read, and what their effects call, with what the models say.
    ///
    /// `others`: flows of which the calls and replies count as well, because the models are theirs too.
    package init(of machine: Machine, against models: [ProviderModel], and others: [Machine] = []) {
        let words = ProviderWords(of: models, heardBy: machine.flowsOfLegs.map(\.machine))
        let flows = machine.flowsOfLegs.filter { flow in models.contains { flow.machine.isBeside($0) } }
        var read: Set<Int> = []
        for flow in flows where models.contains(where: { flow.machine.hears($0) }) {
            var told: Set<Int> = []
            for word in words.entries.indices {
                guard let reading = words.reading(of: word, by: flow.machine) else { continue }
                told.insert(reading.input.event)
                read.insert(word)
            }
            neverTold += flow.machine.events.indices
                .filter { flow.machine.events[$0].signature.origin == .callback && !told.contains($0) }
                .map { (flow.name.map { "\($0)." } ?? "") + flow.machine.events[$0].name }
        }
        let unread = words.entries.indices.filter { !read.contains($0) && !words.entries[$0].isMeantToBeUnread }
        neverRead = unread.map { "\(models[words.entries[$0].provider].title): \(words.entries[$0].name)" }
        let callers = flows.map(\.machine) + others.flatMap { $0.flowsOfLegs.map(\.machine) }
        for model in models { compareCalls(to: model, of: callers) }
        neverMade = Set(neverMade).sorted()
        neverTaken = Set(neverTaken).sorted()
        let answers = Set(models.flatMap { model in model.answers.map(\.reply.text) })
        for flow in flows {
            for (position, effect) in flow.machine.effects.enumerated() {
                guard let replies = effect.signature.replies,
                    models.contains(where: { !$0.answers.isEmpty && flow.machine.call(by: position, to: $0) != nil })
                else { continue }
                let name = (flow.name.map { "\($0)." } ?? "") + effect.name
                let events = Set(replies.events).subtracting([replies.otherwise]).sorted()
                neverGiven += events.map { flow.machine.events[$0].name }.filter { !answers.contains($0) }
                    .map { "\(name) answers \($0)" }
            }
        }
    }

    private mutating func compareCalls(to model: ProviderModel, of flows: [Machine]) {
        var made: Set<String> = []
        var taken: Set<String> = []
        for flow in flows {
            for effect in flow.effects.indices {
                guard let call = flow.call(by: effect, to: model) else { continue }
                made.insert(call)
                taken.formUnion((flow.effects[effect].signature.replies?.events ?? []).map { flow.events[$0].name })
            }
        }
        neverMade += model.calls.filter { !made.contains($0) }
        neverTaken += model.answers.filter { !taken.contains($0.reply.text) }.map(\.text)
    }

    /// One sentence for each kind that there is.
    package var sentences: [String] {
        [
            ("callbacks that no model tells", neverTold), ("words that no decoder row reads", neverRead),
            ("calls that no effect makes", neverMade), ("replies that no model gives", neverGiven),
            ("answers that no effect takes", neverTaken),
        ].filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
    }
}
