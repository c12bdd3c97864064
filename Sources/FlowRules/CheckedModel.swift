import FlowLanguage
import FlowMachine

/// Checks a provider's file: its own text, and whether the model fits the flows.
///
/// Flows must take the model's answers, and some flow must have the source that the model speaks for. In a raw callback the source
/// reads the word's name from one field, its `by` field: no word may give that field a value. And where the model has calls, and no effect
/// of the flows with that source makes any of them, it is an error that an effect of these flows calls a provider without a model: that
/// may be this provider misspelt.
func checkedModel(
    _ spec: FlowSpec, _ diagnostics: [Diagnostic], in source: SourceText, beside surroundings: SpecSurroundings
) -> CheckedFlow {
    let resolution = resolveModel(spec, in: source)
    var diagnostics = diagnostics + resolution.diagnostics
    if let model = resolution.model, let callers = surroundings.callers(model.name.text) {
        diagnostics += AnswersAreTaken(callers: callers).diagnostics(for: model)
    }
    if let callbacks = resolution.model?.source, let sources = surroundings.sources(),
        !sources.contains(callbacks.text),
        !spec.unreadWords.contains(callbacks.text)
    {
        let known = sources.isEmpty ? "" : ", only " + sources.sorted().map { "'\($0)'" }.joined(separator: ", ")
        diagnostics.append(
            .error(
                at: callbacks.range, "no flow has a source '\(callbacks.text)'\(known), so no flow hears this provider",
                code: .unknownSource))
    }
    if let model = resolution.model, let source = model.source, let listeners = surroundings.listeners(source.text) {
        for field in model.doubledFields(readBy: listeners) {
            diagnostics.append(.error(at: field.range, "this provider \(field.sentence)", code: .duplicateName))
        }
        if let sentence = model.sentence(
            ifUncalledBy: listeners, knowing: { !surroundings.models($0).isEmpty })
        {
            diagnostics.append(.error(at: model.name.range, "this provider \(sentence)", code: .neverCalled))
        }
    }
    // What seems to be unused may be used in what could not be read or resolved.
    if let model = resolution.model, !diagnostics.contains(where: { $0.severity == .error }) {
        diagnostics += EverythingInModelsIsUsed().diagnostics(for: model)
    }
    return CheckedFlow(machine: nil, model: resolution.model, diagnostics: diagnostics.orderedByPlace())
}
