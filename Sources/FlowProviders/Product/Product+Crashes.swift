import FlowSearch

extension Product {
    /// The app dies amid the effects of a step and comes back: what is done stays done, the one effect that was perhaps
    /// begun is recovered, and the others are begun.
    ///
    /// The provider's SDK lives in the app, so it begins anew, and the words on their way are gone.
    mutating func crash(
        amid list: Int32, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        let effects = flow.effectLists[Int(list)]
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
        for effect in flow.openEffects(in: configuration.flow) where recover(effect, in: configuration) {
            open = begin(effect, in: open)
        }
        for configuration in open { steps.append(.init(ProductStep.crash.packed, to: configuration.packed)) }
    }

    /// Whether an order that was begun is begun again.
    private mutating func recover(_ effect: Int, in configuration: ProductConfiguration) -> Bool {
        guard recovery?.begins(again: isOnce[effect]) ?? false else { return false }
        if isOnce[effect] { judge.note(.begunTwice(effect: effect), at: configuration) }
        return true
    }

    private func reborn(_ configuration: ProductConfiguration) -> ProductConfiguration {
        var configuration = configuration
        configuration.model = 0
        configuration.words = WaitingWords()
        return configuration
    }
}
