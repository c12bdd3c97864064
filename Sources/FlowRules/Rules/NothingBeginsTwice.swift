import FlowLanguage
import FlowMachine
import KeywayCore

/// No sub-flow is run while it runs, and no run waits for a lane in which the run itself stands, be it by `take`, by an effect that `needs`
/// the lane or by a sub-flow that takes it (rules 14, 19).
struct NothingBeginsTwice: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.faults.compactMap { fault, occurrence in
            guard let (words, code) = words(for: fault.kind, machine) else { return nil }
            return .error(
                at: SourceRange(fault.lower, fault.upper), "\(words): \(graph.words(forWayTo: occurrence))", code: code)
        }
    }

    /// The message for a fault; nil for faults of values, which other rules report.
    private func words(for kind: Fault.Kind, _ machine: Machine) -> (String, DiagnosticCode)? {
        switch kind {
        case .childRunsAlready(let child):
            return ("child '\(machine.children[child].name.text)' may be running already here", .childRunsAlready)
        case .laneTakenTwice(let position):
            let lane = machine.lanes[position]
            return (
                "this run may stand in the lane of '\(lane.provider.text)' already here, so '\(lane.name.text)' would wait "
                    + "for itself", .laneTakenTwice
            )
        case .laneNeeded(let effect):
            let name = machine.effects[effect].name
            return (
                "'\(name)' needs the lane that this run may stand in here, so it would wait for itself",
                .laneWaitsForItself
            )
        case .laneNeededBesideChild(let effect, let child):
            return (
                "'\(machine.effects[effect].name)' needs a lane in which child '\(machine.children[child].name.text)' may stand "
                    + "here, so this run would wait for itself", .laneWaitsForItself
            )
        case .laneOfChild(let child):
            let name = machine.children[child].name.text
            return (
                "child '\(name)' takes a lane of the provider in whose lane this run may stand here, so it would wait for its "
                    + "parent", .laneWaitsForItself
            )
        case .absentArgument, .absentAssignment, .absentCount, .absentDuration, .argumentOutside, .assignmentOutside:
            return nil
        }
    }
}
