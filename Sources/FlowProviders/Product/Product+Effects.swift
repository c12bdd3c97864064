import FlowMachine
import Keyway

extension Product {
    /// Orders the effects one after the other: each may begin an attempt and call a provider.
    mutating func perform(
        _ list: Int32, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        prepare(list)
        var configuration = configuration
        for place in orders[Int(list)].operations.indices {
            let operation = orders[Int(list)].operations[place]
            guard let next = carryOutPlainly(operation, in: configuration) else {
                // A call that may be answered in several ways.
                let rest = orders[Int(list)].operations[place...]
                for end in rest.reduce([configuration], { carryOut($1, in: $0) }) { visit(end) }
                return
            }
            configuration = next
        }
        visit(configuration)
    }

    mutating func called(by list: Int32) -> UInt64 {
        prepare(list)
        return orders[Int(list)].called
    }

    private mutating func prepare(_ list: Int32) {
        while orders.count <= Int(list) {
            let effects = legs.effectLists[Int32(clamping: orders.count)]
            let operations = effects.flatMap { self.operations(of: $0) }
            var called: UInt64 = 0
            for case .call(let call) in operations { called.insert(call.provider) }
            orders.append(Orders(operations: operations, called: called))
        }
    }

    /// What an order means for the providers.
    func operations(of effect: LegEffect) -> [ProviderOperation] {
        let flow = legs.flows[effect.flow]
        let signature = flow.machine.effects[effect.effect].signature
        var operations: [ProviderOperation] = []
        if signature.startsAttempt { operations += flow.providers.bits.map { .outlive(provider: $0) } }
        if let call = flow.calls[effect.effect] { operations.append(.call(call)) }
        return operations
    }

    /// Where the operation leads; nil where it may lead to several.
    private mutating func carryOutPlainly(
        _ operation: ProviderOperation, in configuration: ProductConfiguration
    ) -> ProductConfiguration? {
        var next = configuration
        switch operation {
        case .outlive(let provider): next[provider] = providers[provider].outlive(next[provider])
        case .call(let call):
            guard let answer = providers[call.provider].answer(to: call.number, from: next[call.provider]) else {
                return nil
            }
            next[call.provider] = answer
        }
        return next
    }

    /// Where the operation leads from each of the configurations.
    mutating func carryOut(
        _ operation: ProviderOperation, in configurations: [ProductConfiguration]
    ) -> [ProductConfiguration] {
        configurations.flatMap { configuration -> [ProductConfiguration] in
            if let next = carryOutPlainly(operation, in: configuration) { return [next] }
            guard case .call(let call) = operation else { return [] }
            return providers[call.provider].answers(to: call.number, from: configuration[call.provider]).map {
                var next = configuration
                next[call.provider] = $0
                return next
            }
        }
    }
}

/// What a list of effects means for the providers.
struct Orders {
    var operations: [ProviderOperation] = []
    /// The providers that are called, one bit for each.
    var called: UInt64 = 0
}

/// What an order means for a provider.
enum ProviderOperation: Hashable {
    /// An attempt begins: what waits was spoken before it.
    case outlive(provider: Int)
    case call(LegFlow.Call)
}
