import FlowMachine
import KeywayCore

extension Machine {
    /// These variables, and those whose values may come to them by assignments.
    func variables(leadingTo variables: Set<Int>) -> Set<Int> {
        let assignments = bodies.flatMap(\.assignments)
        var (found, size) = (variables, -1)
        while size != found.count {
            size = found.count
            for assignment in assignments where found.contains(assignment.variable) {
                if let source = assignment.term.variable { found.insert(source) }
            }
        }
        return found
    }

    /// Conditions that read each variable with which a sub-flow is begun, as the sub-flow's guards may ask for its
    /// value.
    var conditionsOnArguments: [Condition] {
        let chosen = children.flatMap { child -> [Condition] in
            guard let flow = child.flow?.machine else { return [] }
            return child.parameters.compactMap { condition(on: $0.term, seenAs: flow.variables[$0.variable].field) }
        }
        return chosen
            + bodies.flatMap(\.orders).flatMap { order -> [Condition] in
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
