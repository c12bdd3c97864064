import FlowLanguage
import FlowMachine
import KeywayCore

/// A state in which nothing but a person or a provider can make a run go on says `waits for user` (rule 28, first sentence).
///
/// In any other state a timer besides the session's (the file's `within`) runs and is not held, an effect is open or a sub-flow runs: each
/// of these surely brings an event.
struct NoSilentWaits: ConfigurationRule {
    func diagnostics(for machine: Machine, in graph: ConfigurationGraph) -> [Diagnostic] {
        var reported: Set<Int> = []
        var diagnostics: [Diagnostic] = []
        for (position, configuration) in graph.configurations.enumerated() {
            let state = machine.states[configuration.state]
            guard !state.isFinal, !state.waitsForUser, !goesOnByItself(configuration, graph),
                reported.insert(configuration.state).inserted
            else { continue }
            diagnostics.append(
                .error(
                    at: state.name.range,
                    "'\(state.name.text)' can wait in silence: \(graph.words(for: position)) no timer but the session's runs, "
                        + "no effect is open and no sub-flow runs; add 'after 30s -> ...' or say 'waits for user'",
                    code: .silentWait))
        }
        return diagnostics
    }

    /// Whether a timer that is not held, an open effect or a sub-flow surely brings an event.
    private func goesOnByItself(_ configuration: PreparedConfiguration, _ graph: ConfigurationGraph) -> Bool {
        var running = configuration.armed
        running.subtract(graph.flow.held[configuration.state])
        return !running.isEmpty || !configuration.open.isEmpty
            // A sub-flow counts, because its own session's deadline ends it at last; a lane does not: it may never be
            // granted.
            || graph.flow.numbers.children.contains { configuration.running.contains($0) }
    }
}
