import FlowMachine
import KeywayCore

/// Which values the orders of a flow need: an effect needs each argument, and a sub-flow each value of its first command that it gives to
/// an effect, or to a sub-flow of its own that needs the value.
struct NeededValues {
    /// The command by which an order begins a sub-flow, by their positions.
    private struct Beginning: Hashable {
        var child: Int
        var command: Int
    }

    /// For each field of the commands that begin sub-flows, whether the sub-flow needs its value.
    private var fields: [Beginning: [Bool]] = [:]

    init(of machine: Machine) {
        for order in machine.bodies.flatMap(\.orders) {
            guard case .run(let child, let command, _) = order.content, let flow = machine.children[child].flow?.machine
            else { continue }
            let beginning = Beginning(child: child, command: command)
            if fields[beginning] == nil { fields[beginning] = flow.needsFields(of: command) }
        }
    }

    /// The terms of the order whose values it needs; none for an order of a timer or a lane.
    func terms(neededBy order: FlowMachine.Body.Order) -> [Term] {
        switch order.content {
        case .perform(_, let terms): return terms
        case .run(let child, let command, let terms):
            let needed = fields[Beginning(child: child, command: command)] ?? []
            return zip(terms, needed).filter(\.1).map(\.0)
        case .set, .clear, .take: return []
        }
    }
}

extension Machine {
    /// For each field of the command, whether the flow gives its value to an effect or to a sub-flow that needs it.
    ///
    /// Whether a later event sets a variable anew on the way does not count: the value may be needed before.
    fileprivate func needsFields(of command: Int) -> [Bool] {
        let needed = NeededValues(of: self)
        // The branches of a choice may read the fields of each event that leads to it, so also those of the command.
        let reading = rows.filter { $0.event == command }.map(\.body) + choices.flatMap { $0.branches.map(\.body) }
        let given = reading.flatMap(\.orders).flatMap { needed.terms(neededBy: $0) }
        let givenAnywhere = bodies.flatMap(\.orders).flatMap { needed.terms(neededBy: $0) }
        let givenVariables = Set(givenAnywhere.compactMap(\.variable))
        return events[command].signature.fields.map { field in
            let term = Term.Content.field(field.name)
            if given.contains(where: { $0.content == term }) { return true }
            let first = reading.flatMap(\.assignments).filter { $0.term.content == term }.map(\.variable)
            return !variables(holding: Set(first)).isDisjoint(with: givenVariables)
        }
    }

    /// The variables with these values: those that have them first, and those that copies of them are assigned to.
    private func variables(holding first: Set<Int>) -> Set<Int> {
        var holders = first
        var count = -1
        while count != holders.count {
            count = holders.count
            for assignment in bodies.flatMap(\.assignments) {
                if let copied = assignment.term.variable, holders.contains(copied) {
                    holders.insert(assignment.variable)
                }
            }
        }
        return holders
    }
}
