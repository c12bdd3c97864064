import FlowLanguage
import FlowMachine
import KeywayCore

extension FlowModel {
    /// A state or final, with where it leads.
    struct State {
        var name: String
        var isFinal: Bool
        /// As the spec has it.
        var documentation: [String]
        /// A sentence for the generated documentation: where runs go from the state, or the result that a final gives.
        var prospect: String
    }
}

extension FlowModel.State {
    init(_ position: Int, of machine: Machine) {
        let state = machine.states[position]
        self.init(
            name: state.name.text, isFinal: state.isFinal, documentation: state.documentation,
            prospect: state.isFinal ? Self.ending(state, of: machine) : Self.leads(from: position, in: machine))
    }

    /// What stands in the documentation of a final.
    private static func ending(_ state: Machine.State, of machine: Machine) -> String {
        let kept = state.keeps.map { "`\(machine.variables[$0].field.name)`" }
        return kept.isEmpty ? "Ends the run." : "Ends the run with the result \(kept.joined(separator: ", "))."
    }

    /// What stands in the documentation of a state.
    private static func leads(from state: Int, in machine: Machine) -> String {
        let targets = machine.destinations(from: state).filter { $0 != state }
        // Declared `waits for user`: the state needs no deadline of its own.
        let wait = machine.states[state].waitsForUser ? "Waits for the person. " : ""
        guard !targets.isEmpty else { return wait + "Leads nowhere." }
        return wait + "Leads to " + targets.map { "`\(machine.states[$0].name.text)`" }.joined(separator: ", ") + "."
    }
}

extension Machine {
    /// The states and finals to which some row that decides in the state may lead, through choices too; states first.
    fileprivate func destinations(from state: Int) -> [Int] {
        var found: Set<Int> = []
        for event in events.indices {
            guard case .rows(let rows, _) = decider(of: event, in: state) else { continue }
            for row in rows {
                if case .move(let target) = self.rows[row].verdict { found.formUnion(destinations(of: target)) }
            }
        }
        return found.sorted()
    }
}
