import FlowLanguage
import FlowMachine
import KeywayCore

/// What makes the configurations of an exploration so many: told where the search stopped before it had followed them all.
///
/// A configuration is all that the next step can depend on: of the run, its legs, the models of providers, and the words that are on
/// their way.
struct Growth {
    private let product: Product

    init(of product: Product) { self.product = product }

    /// One sentence each, the greatest factor first.
    var sentences: [String] {
        let legs = product.legs
        var found: [(count: Int, sentence: String)] = [
            (legs.configurations.count, "the run with its legs: \(legs.configurations.count)")
        ]
        for (provider, system) in product.providers.enumerated() {
            // Without the first, which stands for a provider that no leg hears or calls again.
            let count = system.situations.count - 1
            found.append((count, "\(legs.words.models[provider].title) with its channel: \(count)"))
        }
        for leg in legs.flows {
            let configurations = leg.system.configurations
            let name = leg.name.map { "the leg '\($0)'" } ?? "the flow itself"
            var parts: [String] = []
            if let state = mostFrequent(of: configurations.map(\.state)) {
                parts.append("\(state.count) in '\(leg.machine.states[state.value].name.text)'")
            }
            if let variable = widestVariable(of: leg.machine, in: configurations.elements) {
                parts.append("'\(variable.name)' with \(variable.count) values")
            }
            let details = parts.isEmpty ? "" : ", of these \(parts.joined(separator: ", and "))"
            found.append((configurations.count, "\(name): \(configurations.count)\(details)"))
        }
        return found.sorted { $0.count > $1.count }.map(\.sentence)
    }

    /// The state that most configurations have; of two that are as frequent the one with the lower position.
    private func mostFrequent(of states: [Int]) -> (value: Int, count: Int)? {
        // The positions are compared the other way round than the counts, so that the lower one wins.
        Dictionary(grouping: states) { $0 }.map { ($0.key, $0.value.count) }.max { ($0.1, $1.0) < ($1.1, $0.0) }
    }

    /// The variable with the most different values; of two with as many the first. Nil where each has only one.
    private func widestVariable(
        of machine: Machine, in configurations: [FlowConfiguration]
    ) -> (name: String, count: Int)? {
        let widest = machine.variables.indices.map { variable in
            (variable, Set(configurations.map { $0.values[variable] }).count)
        }.max { ($0.1, $1.0) < ($1.1, $0.0) }
        guard let (variable, count) = widest, count > 1 else { return nil }
        return (machine.variables[variable].field.name, count)
    }
}
