import FlowMachine
import FlowSearch
import Keyway

extension Product {
    /// The app dies amid the effects of a step and comes back: what is done stays done, the one effect that was perhaps
    /// begun is recovered, and the others are begun.
    ///
    /// The provider's SDK lives in the app, so it begins anew, and the words on their way are gone.
    mutating func crash(
        amid list: Int32, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        let effects = legs.effectLists[list]
        for place in effects.indices {
            for wasBegun in [false, true] {
                var open = [reborn(configuration)]
                for (position, effect) in effects.enumerated().dropFirst(place) {
                    if position == place, wasBegun {
                        guard recover(effect, in: configuration) else { continue }
                    }
                    open = begin(effect, in: open)
                }
                for configuration in open { visit(configuration) }
            }
        }
    }

    /// The app dies and comes back while the open effects are under way.
    mutating func crash(in configuration: ProductConfiguration, _ steps: inout [FlowSearch.Step]) {
        var open = [reborn(configuration)]
        for leg in legs.configurations[Int(configuration.legs)].legs {
            for effect in legs.flows[leg.flow].system.openEffects(in: leg.position) {
                let effect = LegEffect(flow: leg.flow, effect: effect)
                if recover(effect, in: configuration) { open = begin(effect, in: open) }
            }
        }
        for configuration in open { steps.append(.init(ProductStep.crash.packed, to: configuration.packed)) }
    }

    /// Whether an order that was begun is begun again.
    private mutating func recover(_ effect: LegEffect, in configuration: ProductConfiguration) -> Bool {
        let isOnce = legs.flows[effect.flow].machine.effects[effect.effect].signature.isOnce
        guard recovery?.begins(again: isOnce) ?? false else { return false }
        if isOnce {
            findings.note(Finding(flow: effect.flow, content: .begunTwice(effect: effect.effect)), at: configuration)
        }
        return true
    }

    /// Makes the call again; the attempt that the order belongs to has begun already.
    private mutating func begin(
        _ effect: LegEffect, in configurations: [ProductConfiguration]
    ) -> [ProductConfiguration] {
        operations(of: effect).reduce(configurations) { open, operation in
            if case .call = operation { carryOut(operation, in: open) } else { open }
        }
    }

    private mutating func reborn(_ configuration: ProductConfiguration) -> ProductConfiguration {
        var configuration = configuration
        for provider in providers.indices { configuration[provider] = providers[provider].beginning() }
        return configuration
    }
}
