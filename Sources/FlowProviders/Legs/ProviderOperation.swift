import FlowMachine
import KeywayCore

/// What a step of the legs does to a provider.
enum ProviderOperation: Hashable {
    /// No leg hears or calls the provider again, so that its situation is no part of a configuration. An SDK may be called again in another
    /// process, where it is new.
    case forget(provider: Int)
    /// No leg hears the provider from now on, and one may later: meanwhile it goes on, and says what nobody hears.
    case leaveUnheard(provider: Int)
    /// An attempt or a leg begins, so that these words, one bit for each, are of an earlier one where they wait in its channel; `toRoot`:
    /// words that a sub-flow reads as well, and that are old to the root alone.
    case outlive(provider: Int, words: UInt64, toRoot: UInt64)
    /// The app dies and comes back.
    case restart(provider: Int)
    /// The provider goes on by itself, as far as it may, before the calls of a new process come.
    case goOn(provider: Int)
    /// The run makes a call to it.
    case call(LegFlow.Call)
    /// The run makes these calls to it, by their positions among its calls, each any number of times, and in any order.
    case callOften(provider: Int, Set<Int>)

    var provider: Int {
        switch self {
        case .forget(let provider), .leaveUnheard(let provider), .outlive(let provider, _, _), .restart(let provider),
            .goOn(let provider), .callOften(let provider, _):
            provider
        case .call(let call): call.provider
        }
    }

    var isCall: Bool {
        switch self {
        case .call, .callOften: true
        case .forget, .leaveUnheard, .outlive, .restart, .goOn: false
        }
    }
}

extension LegSystem {
    /// What a block does to the providers, in order.
    ///
    /// Where the run has no sub-flows each provider is heard all the time, so that only the orders of the block do anything.
    func operations(of block: LegBlock, from before: Condition, to target: Int32) -> [ProviderOperation] {
        let after = condition(of: target)
        let ordered =
            block.hasReturned
            ? callsOfNewProcess(block.effects, in: target) : operations(of: block.effects, in: target)
        guard flows.count > 1 else { return ordered }
        var called: UInt64 = 0
        for call in ordered where call.isCall { called.insert(call.provider) }
        let unheard = UInt64(after.needed & ~after.heard) & (UInt64(before.heard) | called)
        // Before a run begins every bit of `needed` is set, also those without a provider.
        let unneeded = UInt64(before.needed & ~after.needed).bits.filter { words.models.indices.contains($0) }
        return unneeded.map { .forget(provider: $0) }
            + block.newLegs.bits.flatMap { wordsOutlived(by: $0, in: target) } + ordered
            + unheard.bits.filter(words.models.indices.contains).map { .leaveUnheard(provider: $0) }
    }

    /// The calls that the orders of a new process make, which come as soon as all is decided; before them their providers may do
    /// something by themselves. That orders begin attempts makes no difference then, as every word on its way was spoken after that.
    func callsOfNewProcess(_ orders: [LegEffect], in position: Int32) -> [ProviderOperation] {
        let calls = operations(of: orders, in: position).filter(\.isCall)
        return calls.map(\.provider).eachOnce.map { ProviderOperation.goOn(provider: $0) } + calls
    }

    /// What orders do to the providers, one after the other; calls of which any number is made come anywhere among the others.
    func operations(of orders: [LegEffect], in position: Int32) -> [ProviderOperation] {
        let often = words.models.indices.compactMap { provider -> ProviderOperation? in
            let calls = orders.filter(\.isAnyNumber).compactMap { flows[$0.flow].calls[$0.effect] }
                .filter { $0.provider == provider }
            return calls.isEmpty ? nil : .callOften(provider: provider, Set(calls.map(\.number)))
        }
        return orders.filter { !$0.isAnyNumber }.reduce(often) { $0 + operations(of: $1, in: position) + often }
    }

    /// What an order does to the providers: it may begin an attempt, and calls one unless nobody performs it.
    private func operations(of effect: LegEffect, in position: Int32) -> [ProviderOperation] {
        let flow = flows[effect.flow]
        var operations: [ProviderOperation] = []
        if flow.machine.effects[effect.effect].signature.startsAttempt {
            operations += wordsOutlived(by: effect.flow, in: position)
        }
        if let call = flow.calls[effect.effect], !effect.isIncomplete { operations.append(.call(call)) }
        return operations
    }

    /// Makes words of the flow's providers old, as a leg of the flow or an attempt of it begins: all but those that a leg of another flow
    /// hears, whose attempt goes on (rule 23).
    private func wordsOutlived(by flow: Int, in position: Int32) -> [ProviderOperation] {
        let legs = configurations[Int(position)].legs
        return flows[flow].providers.bits.map { provider in
            let shared = sharedWords(of: provider)
            let outlived = words.models[provider].words.indices.filter { word in
                hearer(of: words.first[provider] + word, isOld: false, in: position).map {
                    legs[$0.place].flow == flow
                } ?? true
            }.reduce(into: UInt64(0)) { $0.insert($1) }
            // To the root a word is old also while a sub-flow would hear it: the sub-flow may end before.
            return flow == 0
                ? .outlive(provider: provider, words: outlived & ~shared, toRoot: shared)
                : .outlive(provider: provider, words: outlived, toRoot: 0)
        }
    }

    /// The provider's words that the root reads and a sub-flow too, one bit for each by its position among the provider's own: whether
    /// such a word is old may differ between them (rule 29e).
    func sharedWords(of provider: Int) -> UInt64 {
        words.models[provider].words.indices.reduce(into: 0) { shared, word in
            let readers = flows.indices.filter { flows[$0].readings[words.first[provider] + word] != nil }
            if readers.first == 0, readers.count > 1 { shared.insert(word) }
        }
    }
}
