import FlowMachine
import KeywayCore

extension [LegFlow] {
    /// Notes in each flow the effects whose calls another process makes again, though nobody waits for an answer, and whose calls make a
    /// difference to a provider.
    ///
    /// A call makes none where it leaves a new SDK as it is, whatever the SDK does by itself and whichever other calls are made again
    /// before it.
    mutating func noteUnansweredCalls(to models: [ProviderModel]) {
        let interpreters = models.map { ModelInterpreter($0) }
        let again = flatMap { flow in flow.effectsCalledAgain.compactMap { flow.calls[$0] } }
        // For each provider the configurations of its model to which a new SDK may come by itself and by these calls.
        let standings = models.indices.map { provider in
            let calls = again.filter { $0.provider == provider }.map { models[provider].calls[$0.number] }
            let interpreter = interpreters[provider]
            return [interpreter.beginning].reached { standing in
                calls.flatMap { interpreter.targets(of: $0, from: standing) }
                    + interpreter.turns(from: standing).map(\.next)
            }
        }
        /// Whether the call, made again, leads the provider elsewhere. What a model without a source stands for outlives the app, so there
        /// each call counts.
        func makesDifference(_ call: LegFlow.Call) -> Bool {
            let (model, interpreter) = (models[call.provider], interpreters[call.provider])
            let name = model.calls[call.number]
            return model.source == nil
                || standings[call.provider].contains { interpreter.targets(of: name, from: $0) != [$0] }
        }
        for place in indices {
            let flow = self[place]
            for effect in flow.effectsCalledAgain {
                if let call = flow.calls[effect], makesDifference(call) { self[place].unansweredCalls.insert(effect) }
            }
        }
    }
}

extension LegFlow {
    /// The effects that call a provider, and whose calls another process may make again.
    fileprivate var effectsCalledAgain: [Int] {
        machine.effects.indices.filter { effect in
            let signature = machine.effects[effect].signature
            return calls[effect] != nil && !signature.isOnce && !signature.isVolatile
        }
    }
}
