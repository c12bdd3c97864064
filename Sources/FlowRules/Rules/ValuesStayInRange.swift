import FlowLanguage
import FlowMachine
import KeywayCore

/// No assignment, `+=`, `-=` or argument gives an int variable or field a number outside its declared range.
struct ValuesStayInRange: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.faults.compactMap { fault, occurrence in
            guard let what = words(for: fault.kind, machine) else { return nil }
            return .error(
                at: SourceRange(fault.lower, fault.upper), "\(what) here: \(graph.words(for: occurrence))",
                code: .valueMayLeaveRange)
        }
    }

    /// Which range may be left, for the message; nil for faults that other rules report.
    private func words(for kind: Fault.Kind, _ machine: Machine) -> String? {
        let field: Field
        let name: String
        switch kind {
        case .assignmentOutside(let variable):
            field = machine.variables[variable].field
            name = "'\(field.name)'"
        case .argumentOutside(let callee, let position):
            guard let (fields, whose) = machine.signature(of: callee) else { return nil }
            field = fields[position]
            name = "the '\(field.name)' of '\(whose)'"
        case .absentArgument, .absentAssignment, .absentCount, .absentDuration, .childRunsAlready, .laneTakenTwice,
            .laneNeeded, .laneOfChild:
            return nil
        }
        guard let bounds = field.kind.integerBounds else { return nil }
        return "\(name) may leave \(bounds.lowerBound)...\(bounds.upperBound)"
    }
}
