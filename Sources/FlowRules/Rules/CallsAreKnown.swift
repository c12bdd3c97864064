import FlowLanguage
import FlowMachine
import KeywayCore

/// A call that an effect names, as in `calls OTPless.begin`, is known to some model of the provider, where there are models.
struct CallsAreKnown: Rule {
    /// The models of a provider, one for each version of its SDK; empty where there is none, and then no call is
    /// judged.
    var models: @Sendable (_ provider: String) -> [ProviderModel]

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.effects.compactMap { effect in
            guard let calls = effect.signature.calls, let dot = calls.firstIndex(of: ".") else { return nil }
            let (provider, call) = (String(calls[..<dot]), String(calls[calls.index(after: dot)...]))
            let models = models(provider)
            let known = Set(models.flatMap(\.calls))
            guard !models.isEmpty, !known.contains(call) else { return nil }
            let others = known.isEmpty ? "none" : known.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return .error(
                at: effect.range,
                "effect '\(effect.name)' makes the call '\(call)', which no model of \(provider) knows; known: \(others)",
                code: .unknownCall)
        }
    }
}
