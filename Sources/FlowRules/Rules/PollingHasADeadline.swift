import FlowLanguage
import FlowMachine
import KeywayCore

/// Beside each loop that a run goes round by itself, a timer, an open effect or a sub-flow runs on and ends the loop
/// (rule 28, second sentence).
struct PollingHasADeadline: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        let loops = Loops(of: graph)
        var reported: Set<[Int]> = []
        return loops.withoutDeadline.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
            .compactMap { members in
                let states = Set(members.map { graph.configurations[$0].state }).sorted()
                guard let first = states.first, reported.insert(states).inserted else { return nil }
                let loop = words(for: members, states, loops, machine, graph)
                return .error(
                    at: machine.states[first].name.range,
                    "'\(machine.states[first].name.text)' can go on for ever by itself: \(loop); no timer but the "
                        + "session's, no open effect and no sub-flow outlasts this, so add a deadline that no step of it "
                        + "starts anew, as in 'after 30s -> ...' in a group around it, or in a state that the loop does not "
                        + "enter again",
                    code: .pollingWithoutDeadline)
            }
    }

    /// How a run goes round the loop, for the message: `in 'running' 'poll', 'pending', and again`.
    private func words(
        for members: [Int], _ states: [Int], _ loops: Loops, _ machine: Machine, _ graph: ConfigurationGraph
    ) -> String {
        guard let cycle = loops.shortestWithoutDeadline(in: members), let first = cycle.first else {
            let names = states.map { "'\(machine.states[$0].name.text)'" }.joined(separator: ", ")
            return "several ways round through \(names)"
        }
        var state = graph.configurations[first.from].state
        var parts = ["in '\(machine.states[state].name.text)'"]
        for (_, step) in cycle {
            let name = "'\(machine.events[Int(step.event)].name)'"
            let target = graph.configurations[Int(step.target)].state
            parts.append(target == state ? name : "\(name) -> '\(machine.states[target].name.text)'")
            state = target
        }
        let (place, steps) = (parts[0], parts.dropFirst())
        guard steps.count > 12 else { return "\(place) \(steps.joined(separator: ", ")), and again" }
        return "\(place) \(steps.prefix(6).joined(separator: ", ")), \(steps.count - 6) more steps, and again"
    }
}
