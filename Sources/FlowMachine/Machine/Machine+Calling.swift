import FlowLanguage
package import KeywayCore

extension Machine {
    /// Whether some effect of the flow names a call of this provider, as in `calls OTPless.begin`.
    package func calls(_ provider: String) -> Bool {
        effects.contains { $0.signature.calls != nil && $0.signature.call(to: provider) != nil }
    }

    /// Whether the flow declares a source of the provider's words or a lane of the provider.
    ///
    /// If so, an effect without `calls` makes the provider's call of the effect's own name (rules 29a and 29h).
    package func declares(_ provider: ProviderModel) -> Bool {
        hears(provider) || lanes.contains { $0.provider.text == provider.name.text }
    }

    /// Whether a source of the flow reads the model's words.
    package func hears(_ model: ProviderModel) -> Bool { source(of: model) != nil }

    /// The flow's source that reads the model's words; nil where it has none.
    package func source(of model: ProviderModel) -> KeywayCore.Source? {
        sources.map(\.source).first { $0.name == model.source?.text }
    }

    /// Whether the model can say something to the flow, by words that a source reads or by answers to the flow's calls.
    ///
    /// Such a model is explored together with the flow, "beside" it.
    package func isBeside(_ model: ProviderModel) -> Bool {
        hears(model) || model.source == nil && (calls(model.name.text) || declares(model))
    }

    /// The name of the model's call that the effect makes; nil where the effect makes none.
    package func call(by effect: Int, to model: ProviderModel) -> String? {
        let signature = effects[effect].signature
        // An effect that names no call makes the one of its own name, of a provider that the flow declares.
        guard signature.calls != nil || declares(model), let name = signature.call(to: model.name.text) else {
            return nil
        }
        return model.calls.contains(name) ? name : nil
    }

    /// The positions of the events that answer the effect and have this name.
    package func replies(to effect: Int, named name: String) -> [Int] {
        Set(effects[effect].signature.replies?.events ?? []).sorted().filter { events[$0].name == name }
    }
}

extension EffectSignature {
    /// The name of the provider's call that the effect makes; nil where the effect calls another provider.
    ///
    /// The name stands behind `calls`; an effect without `calls` makes the call of its own name.
    package func call(to provider: String) -> String? {
        guard let calls else { return name }
        return calls.hasPrefix(provider + ".") ? String(calls.dropFirst(provider.count + 1)) : nil
    }
}

extension ProviderModel {
    /// The report on a model that has calls, none of which the flows make, where an effect calls a provider without a model; else nil.
    ///
    /// One of the two providers' names is most likely wrong. What the model does when it is called would never happen,
    /// so a proof beside the model would prove little.
    ///
    /// - Parameters:
    ///   - flows: the flows with a source that reads the model's words.
    ///   - isKnown: whether there is a model of the provider of this name.
    package func sentence(ifUncalledBy flows: [Machine], knowing isKnown: (String) -> Bool) -> String? {
        let isCalled = flows.contains { flow in
            flow.calls(name.text) || flow.effects.indices.contains { flow.call(by: $0, to: self) != nil }
        }
        guard !calls.isEmpty, !isCalled else { return nil }
        let called = Set(flows.flatMap(\.providersCalled))
        guard let unknown = called.subtracting([name.text]).filter({ !isKnown($0) }).min() else { return nil }
        let meant = closest(to: name.text, among: [unknown]) == nil ? "" : "; did you mean that?"
        return "has calls, and no effect makes one of them, so what follows them stays untried: effects call "
            + "'\(unknown)', of which there is no model" + meant
    }
}

extension Machine {
    /// The providers that effects name behind `calls`.
    fileprivate var providersCalled: [String] {
        effects.compactMap { $0.signature.calls?.split(separator: ".").first.map(String.init) }
    }
}
