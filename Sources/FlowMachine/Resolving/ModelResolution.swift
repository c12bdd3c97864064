package import FlowLanguage

/// A provider's file as far as its names could be resolved, with every problem that was found on the way.
package struct ModelResolution: Sendable {
    /// Nil when the file declares no provider.
    package var model: ProviderModel?
    /// In the order in which they were found, without those of the parser.
    package var diagnostics: [Diagnostic]
}

/// Resolves every name of a provider's file.
package func resolveModel(_ spec: FlowSpec, in source: SourceText) -> ModelResolution {
    guard case .provider(let name, let version, let callbacks) = spec.header else {
        return ModelResolution(model: nil, diagnostics: [])
    }
    let model = ProviderModel(
        name: name, version: version, source: callbacks, documentation: spec.documentation, enumerations: [],
        variables: [], words: [], states: [], rows: [])
    var resolver = ModelResolver(flowResolver: Resolver(spec: spec, source: source, flows: .notSearched), model: model)
    resolver.resolve()
    return ModelResolution(model: resolver.model, diagnostics: resolver.flowResolver.diagnostics)
}
