import FlowLanguage
import FlowMachine

/// One truth that must hold in every flow, with a diagnostic for each place where it does not.
protocol Rule: Sendable {
    func diagnostics(for machine: Machine) -> [Diagnostic]
}

/// A rule that is judged on the graph of everything that can happen to a run of the flow.
protocol ConfigurationRule: Sendable {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic]
}
