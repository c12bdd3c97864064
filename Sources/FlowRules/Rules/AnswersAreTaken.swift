import FlowLanguage
import FlowMachine
import KeywayCore

/// Each answer of a model is a reply of some effect that calls the model's provider, and its values fit that reply's fields.
///
/// Without such an effect, a model that has answers, or neither a source nor words, is an error by itself.
struct AnswersAreTaken {
    /// The flows with an effect that `calls` the model's provider.
    var callers: [Machine]

    func diagnostics(for model: ProviderModel) -> [Diagnostic] {
        let speaks = model.source != nil || !model.words.isEmpty
        // A model without answers speaks through its source alone, so no effect needs to call its provider.
        guard !speaks || !model.answers.isEmpty else { return [] }
        guard !callers.isEmpty else {
            let name = model.name.text
            return [
                .error(
                    at: model.name.range,
                    "no effect of any flow 'calls \(name)', so nobody hears what this provider answers",
                    code: .neverCalled)
            ]
        }
        return model.answers.compactMap { problem(of: $0, model.name.text) }
    }

    /// Why no caller takes the answer; nil where one does.
    private func problem(of answer: ProviderModel.Answer, _ provider: String) -> Diagnostic? {
        var known: Set<String> = []
        var misfit: ProviderModel.AnswerProblem?
        for caller in callers {
            for (effect, declared) in caller.effects.enumerated()
            where declared.signature.calls != nil && declared.signature.call(to: provider) != nil {
                known.formUnion((declared.signature.replies?.events ?? []).map { caller.events[$0].name })
                for reply in caller.replies(to: effect, named: answer.reply.text) {
                    do throws(ProviderModel.AnswerProblem) {
                        _ = try answer.values(
                            of: caller.events[reply].signature.fields, among: caller.enumerations)
                        return nil
                    } catch { misfit = error }
                }
            }
        }
        if let misfit { return .error(at: misfit.range, misfit.sentence, code: .wrongArguments) }
        let others = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
        return .error(
            at: answer.reply.range,
            "no effect that calls \(provider) has a reply '\(answer.reply.text)'; known: \(others.isEmpty ? "none" : others)",
            code: .unknownReply)
    }
}
