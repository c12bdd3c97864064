import FlowMachine
import KeywayCore

extension Machine {
    /// What sub-flows may see of the variables that they are begun with, as if a guard read it here already.
    var conditionsOnArguments: [Condition] {
        let bodies =
            rows.map(\.body) + choices.flatMap { $0.branches.map(\.body) } + scopes.compactMap(\.enter)
        return bodies.flatMap(\.orders).flatMap { order -> [Condition] in
            guard case .run(let child, let command, let terms) = order.content,
                let flow = children[child].flow?.machine, flow.events.indices.contains(command)
            else { return [] }
            return zip(flow.events[command].signature.fields, terms).compactMap { condition(on: $1, seenAs: $0) }
        }
    }

    private func condition(on term: Term, seenAs field: Field) -> Condition? {
        guard case .variable = term.content else { return nil }
        switch field.kind {
        case .text, .duration: return field.isOptional ? .present(term) : nil
        // Compared with itself, so that each of its values counts.
        case .bool, .integer, .enumCase, .set: return .comparison(term, .equal, term)
        }
    }
}
