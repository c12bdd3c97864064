import FlowLanguage
import FlowMachine
import Keyway

/// No assignment, count or argument leaves the range of its place.
struct ValuesStayInRange: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        graph.faults.compactMap { fault, witness in
            guard let what = words(for: fault.kind, machine) else { return nil }
            return .error(
                at: SourceRange(fault.lower, fault.upper), "\(what) here: \(graph.words(for: witness))",
                code: .valueMayLeaveRange)
        }
    }

    private func words(for kind: Fault.Kind, _ machine: Machine) -> String? {
        let field: Field
        let name: String
        switch kind {
        case .assignmentOutside(let variable):
            field = machine.variables[variable].field
            name = "'\(field.name)'"
        case .argumentOutside(let effect, let position):
            let signature = machine.effects[effect].signature
            field = signature.fields[position]
            name = "the '\(field.name)' of '\(signature.name)'"
        case .absentArgument, .absentAssignment, .absentCount, .absentDuration: return nil
        }
        guard let bounds = field.kind.integerBounds else { return nil }
        return "\(name) may leave \(bounds.lowerBound)...\(bounds.upperBound)"
    }
}
