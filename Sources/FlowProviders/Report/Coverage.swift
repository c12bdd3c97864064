import FlowLanguage
package import FlowMachine
import Keyway

/// What a flow and the models of its providers do not have in common.
package struct Coverage: Sendable {
    /// Callbacks of the flow that no word of any model is read as.
    package var neverTold: [String] = []
    /// Words that no row of the flow's decoder reads, by model.
    package var neverRead: [String] = []
    /// Calls that the models know and no effect of the flow makes.
    package var neverMade: [String] = []

    package init(of machine: Machine, against models: [ProviderModel]) {
        var told: Set<Int> = []
        for model in models {
            for (position, word) in model.words.enumerated() {
                let input = machine.input(for: word, at: position, of: model)
                told.insert(input.event)
                if input.event == machine.unrecognised { neverRead.append("\(model.title): \(word.name.text)") }
            }
        }
        neverTold = machine.events.indices
            .filter { machine.events[$0].signature.origin == .callback && !told.contains($0) }
            .map { machine.events[$0].name }
        let made = Set(
            models.flatMap { model in machine.effects.compactMap { $0.signature.call(to: model.name.text) } })
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
