import FlowLanguage
import FlowMachine
import KeywayCore

/// No assignment, `+=`, `-=` or argument gives an int variable or field a number outside its declared range.
struct ValuesStayInRange: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.faults.compactMap { fault, occurrence in
            guard let what = rangeThatMayBeLeft(by: fault.kind, in: machine) else { return nil }
            return .error(
                at: SourceRange(fault.lower, fault.upper), "\(what) here: \(graph.words(forWayTo: occurrence))",
                code: .valueMayLeaveRange)
        }
    }

    /// What may leave which range, as the beginning of the message; nil for faults that other rules report.
    private func rangeThatMayBeLeft(by kind: Fault.Kind, in machine: Machine) -> String? {
        let field: Field
        let name: String
        switch kind {
        case .assignmentOutside(let variable):
            field = machine.variables[variable].field
            name = "'\(field.name)'"
        case .argumentOutside(let callee, let position):
            guard let (fields, calleeName) = machine.signature(of: callee) else { return nil }
            field = fields[position]
            name = "the '\(field.name)' of '\(calleeName)'"
        case .absentArgument, .absentAssignment, .absentCount, .absentDuration, .childRunsAlready, .laneTakenTwice,
            .laneNeeded, .laneNeededBesideChild, .laneOfChild:
            return nil
        }
        guard let bounds = field.kind.integerBounds else { return nil }
        return "\(name) may leave \(bounds.lowerBound)...\(bounds.upperBound)"
    }
}
