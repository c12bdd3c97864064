import FlowLanguage
package import FlowMachine
import Keyway

/// What a flow, with its sub-flows where they are beside it, and the models of their providers do not have in common.
package struct Coverage: Sendable {
    /// Callbacks of a flow that no word of any model is read as.
    package var neverTold: [String] = []
    /// Words that no row of a decoder reads, by model.
    package var neverRead: [String] = []
    /// Calls that the models know and no effect makes.
    package var neverMade: [String] = []

    package init(of machine: Machine, against models: [ProviderModel]) {
        let words = ProviderWords(of: models)
        let flows = machine.flowsOfLegs.filter { flow in
            flow.machine.sources.contains { source in models.contains { $0.source.text == source.source.name } }
        }
        var read: Set<Int> = []
        for flow in flows {
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
        neverRead = words.entries.indices.filter { !read.contains($0) }.map { word in
            "\(models[words.entries[word].provider].title): \(words.entries[word].name)"
        }
        let made = Set(
            models.flatMap { model in
                flows.flatMap { $0.machine.effects.compactMap { $0.signature.call(to: model.name.text) } }
            })
        neverMade = Set(models.flatMap(\.calls)).subtracting(made).sorted()
    }

    /// One sentence for each kind that there is.
    package var sentences: [String] {
        [
            ("callbacks that no model tells", neverTold), ("words that no decoder row reads", neverRead),
            ("calls that no effect makes", neverMade),
        ].filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
    }
}
