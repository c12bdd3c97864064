import FlowMachine
import KeywayCore

/// What a step of the legs does to a provider.
enum ProviderOperation: Hashable {
    /// No leg will ever hear or call the provider again, so that its situation is no part of a configuration.
    case forget(provider: Int)
    /// A leg hears or calls the provider from now on, after it went on unheard.
    case wake(provider: Int)
    /// An attempt or a leg begins, so that the words which wait in its channel are of an earlier one.
    case outlive(provider: Int)
    /// The app dies and comes back.
    case restart(provider: Int)
    /// The run makes a call to it.
    case call(LegFlow.Call)

    var provider: Int {
        switch self {
        case .forget(let provider), .wake(let provider), .outlive(let provider), .restart(let provider): provider
        case .call(let call): call.provider
        }
    }
}

extension LegSystem {
    /// What a block does to the providers, in order; where no flow has sub-flows, each of them is heard all the time.
    func operations(of block: LegBlock, from before: Condition, to after: Condition) -> [ProviderOperation] {
        let ordered = block.effects.flatMap { operations(of: $0) }
        guard flows.count > 1 else { return ordered }
        var called: UInt64 = 0
        for case .call(let call) in ordered { called.insert(call.provider) }
        let woken = (UInt64(after.heard) | called) & UInt64(after.needed & ~before.heard)
        // Before a run begins every bit of `needed` is set, also those without a provider.
        let unneeded = UInt64(before.needed & ~after.needed).bits.filter { words.models.indices.contains($0) }
        return unneeded.map { .forget(provider: $0) } + woken.bits.map { .wake(provider: $0) }
            + block.newlyHeard.bits.map { .outlive(provider: $0) } + ordered
    }

    /// What an order does to the providers: it may begin an attempt and call one.
    func operations(of effect: LegEffect) -> [ProviderOperation] {
        let flow = flows[effect.flow]
        var operations: [ProviderOperation] = []
        if flow.machine.effects[effect.effect].signature.startsAttempt {
            operations += flow.providers.bits.map { .outlive(provider: $0) }
        }
        if let call = flow.calls[effect.effect] { operations.append(.call(call)) }
        return operations
    }
}
