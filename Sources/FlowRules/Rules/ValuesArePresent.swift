import FlowLanguage
import FlowMachine
import KeywayCore

/// A value that an order or assignment gives to a field or variable without `?` is present, on whatever way the run got there.
struct ValuesArePresent: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.faults.compactMap { fault, occurrence in
            guard let what = words(for: fault.kind, machine) else { return nil }
            return .error(
                at: SourceRange(fault.lower, fault.upper),
                "\(what) may be absent here: \(graph.words(forWayTo: occurrence))", code: .valueMayBeAbsent)
        }
    }

    /// What may be absent, for the message; nil for faults that other rules report.
    private func words(for kind: Fault.Kind, _ machine: Machine) -> String? {
        switch kind {
        case .absentArgument(let callee, let field):
            return machine.signature(of: callee).map { "the '\($0.fields[field].name)' of '\($0.name)'" }
        case .absentAssignment(let variable): return "the value of '\(machine.variables[variable].field.name)'"
        case .absentCount(let variable): return "what '\(machine.variables[variable].field.name)' is counted with"
        case .absentDuration(let timer): return "the duration of timer '\(machine.timers[timer].name)'"
        case .argumentOutside, .assignmentOutside, .childRunsAlready, .laneTakenTwice, .laneNeeded,
            .laneNeededBesideChild, .laneOfChild:
            return nil
        }
    }
}

extension Machine {
    /// The fields and the name of what gets the arguments; nil for a command of a sub-flow whose flow was not found.
    func signature(of callee: Fault.Callee) -> (fields: [Field], name: String)? {
        switch callee {
        case .effect(let effect): return (effects[effect].signature.fields, effects[effect].name)
        case .command(let command, let child):
            guard let event = children[child].flow?.machine.events[command] else { return nil }
            return (event.signature.fields, "\(children[child].name.text).\(event.name)")
        }
    }
}

extension ConfigurationGraph {
    /// The way to a fault and the values there: `after 'start', 'resend', with sends = 3`.
    func words(forWayTo occurrence: FirstOccurrence) -> String {
        guard configurations.indices.contains(occurrence.configuration) else { return "at the beginning" }
        var way = words(for: occurrence.configuration, then: occurrence.event)
        let values = zip(flow.tracked, configurations[occurrence.configuration].values).map { variable, value in
            machine.words(
                for: value, of: machine.variables[variable].field, valueIsRead: flow.tracking.byValue.contains(variable)
            )
        }
        if !values.isEmpty { way += ", with " + values.joined(separator: " and ") }
        return way
    }
}
