import FlowLanguage
import FlowMachine
import KeywayCore

/// Where an effect may be open, rows name its replies: an `other` row would claim that they cannot come (rules 4, 5,
/// 24).
struct ClaimsOfRepliesHold: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.possible.filter { cell in
            guard case .reply = machine.events[cell.event].signature.origin,
                case .other = machine.decider(of: cell.event, in: cell.state)
            else { return false }
            return true
        }.sorted().map { diagnostic($0, machine, graph) }
    }

    private func diagnostic(_ cell: Cell, _ machine: Machine, _ graph: ConfigurationGraph) -> Diagnostic {
        let state = machine.states[cell.state]
        let reply = machine.events[cell.event].name
        let effects = machine.effects.indices.filter {
            machine.effects[$0].signature.replies?.events.contains(cell.event) == true
        }
        let witness = graph.configurations.indices.first { position in
            let configuration = graph.configurations[position]
            return configuration.state == cell.state && effects.contains { configuration.open.contains($0) }
        }
        let way = witness.map { " \(graph.words(for: $0))" } ?? ""
        let open = effects.map { "'\(machine.effects[$0].name)'" }.joined(separator: " or ")
        return .error(
            at: state.name.range,
            "'other' claims that '\(reply)' cannot come in '\(state.name.text)', and it can\(way), for \(open) may be "
                + "open there; name it, as in 'late \(reply)'", code: .cellUndecided)
    }
}
