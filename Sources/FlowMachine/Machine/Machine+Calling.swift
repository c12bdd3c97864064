import FlowLanguage
package import KeywayCore

extension Machine {
    /// Whether an effect says that it calls the provider.
    package func calls(_ provider: String) -> Bool {
        effects.contains { $0.signature.calls != nil && $0.signature.call(to: provider) != nil }
    }

    /// Whether the flow knows the provider without a call, so that an effect that names none makes the one of its own name:
    /// by the source of its words or by its lane (rule 29a).
    package func knows(_ provider: ProviderModel) -> Bool {
        hears(provider) || lanes.contains { $0.provider.text == provider.name.text }
    }

    /// Whether the model's words are those of a source of the flow.
    package func hears(_ model: ProviderModel) -> Bool {
        sources.contains { $0.source.name == model.source?.text }
    }

    /// Whether the model says something to the flow, in words or in answers to its calls.
    package func isBeside(_ model: ProviderModel) -> Bool {
        hears(model) || model.source == nil && (calls(model.name.text) || knows(model))
    }

    /// The model's call that the effect makes; nil where it makes none.
    package func call(by effect: Int, to model: ProviderModel) -> String? {
        let signature = effects[effect].signature
        // An effect that names no call makes the one of its own name, of a provider that the flow knows.
        guard signature.calls != nil || knows(model), let name = signature.call(to: model.name.text) else { return nil }
        return model.calls.contains(name) ? name : nil
    }

    /// The events that answer the effect and have this name.
    package func replies(to effect: Int, named name: String) -> [Int] {
        Set(effects[effect].signature.replies?.events ?? []).sorted().filter { events[$0].name == name }
    }
}

extension EffectSignature {
    /// The provider's call that the effect makes: what it `calls`, and where it says nothing the call of its own name.
    package func call(to provider: String) -> String? {
        guard let calls else { return name }
        return calls.hasPrefix(provider + ".") ? String(calls.dropFirst(provider.count + 1)) : nil
    }
}
