package import FlowLanguage

/// A spec as far as it could be understood, with every problem that was found on the way.
package struct Resolution: Sendable {
    /// Nil when the file declares no flow.
    package var machine: Machine?
    /// In the order in which they were found, without those of the parser.
    package var diagnostics: [Diagnostic]

    package init(machine: Machine?, diagnostics: [Diagnostic]) {
        self.machine = machine
        self.diagnostics = diagnostics
    }
}

/// Resolves every name of a spec.
///
/// `source` is the text that the spec was read from; timers are named as it spells them. `flows` knows the flows that may
/// be children.
package func resolve(
    _ spec: FlowSpec, in source: SourceText, among flows: FlowDirectory = .unread
) -> Resolution {
    guard case .flow = spec.header else { return Resolution(machine: nil, diagnostics: []) }
    var resolver = Resolver(spec: spec, source: source, flows: flows)
    resolver.resolve()
    return Resolution(machine: resolver.machine, diagnostics: resolver.diagnostics)
}
