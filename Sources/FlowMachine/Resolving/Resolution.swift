package import FlowLanguage

/// A flow's spec as far as its names could be resolved, with every problem that was found on the way.
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
/// - Parameters:
///   - spec: the parsed file.
///   - source: the text that the spec was read from; an unnamed timer is called as its row stands there, such as `after 30s`.
///   - flows: finds the flows that the spec names as children.
package func resolve(
    _ spec: FlowSpec, in source: SourceText, among flows: FlowDirectory = .notSearched
) -> Resolution {
    guard case .flow = spec.header else { return Resolution(machine: nil, diagnostics: []) }
    var resolver = Resolver(spec: spec, source: source, flows: flows)
    resolver.resolve()
    return Resolution(machine: resolver.machine, diagnostics: resolver.diagnostics)
}
