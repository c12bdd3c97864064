import FlowLanguage
import FlowMachine

/// One truth that every flow must hold, with a diagnostic for each place where it does not.
protocol Rule: Sendable {
    func diagnostics(for machine: Machine) -> [Diagnostic]
}

/// A truth about everything that can happen to a run.
protocol ConfigurationRule: Sendable {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic]
}
