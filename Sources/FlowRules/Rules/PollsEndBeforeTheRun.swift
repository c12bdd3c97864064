import FlowLanguage
import FlowMachine
import KeywayCore

/// A poll may go round until its own deadline, whatever parameters are chosen: the run does not end earlier because it has reached the
/// greatest number of records that change a run (rules 15 and 28).
struct PollsEndBeforeTheRun: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        let loops = PacedLoops(of: graph)
        return machine.timers.indices.compactMap { timer in
            guard let loop = loops.busiest(pacedBy: timer), loop.greatestChanges >= RunLimits.greatestChanges else {
                return nil
            }
            let events = loop.steps.map { "'\(machine.events[Int($0.step.event)].name)'" }.joined(separator: ", ")
            let state = machine.states[graph.configurations[loop.steps[0].from].state].name.text
            let (turn, stay) = (SpelledDuration(milliseconds: loop.turn), SpelledDuration(milliseconds: loop.stay))
            return .warning(
                at: machine.timers[timer].range,
                "in '\(state)' a run may go round by \(events) for \(stay), every \(turn): \(loop.greatestChanges) records, and "
                    + "one that has changed \(RunLimits.greatestChanges) times ends early; let a turn take longer, or the stay end sooner",
                code: .pollOutlastsRun)
        }
    }
}
