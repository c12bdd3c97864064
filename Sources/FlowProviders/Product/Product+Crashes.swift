import FlowMachine
import FlowSearch
import Keyway

/// What a new process finds of a run whose app died, and how it goes on with what was ordered.
struct Rebirth {
    /// The legs as the log has them.
    var legs: Int32
    /// What became of the providers, by the list's position, in each way in which the orders can have been under way.
    var ways: [Int32]
}

/// Where the app dies: in a configuration of the legs, amid the effects of the step that led there; 0 is none.
struct DeathPlace: Hashable {
    var legs: Int32
    var effects: Int32
}

extension Product {
    /// The app dies amid the effects of a step, or while nothing happens, and comes back.
    ///
    /// The providers' SDKs live in the app, so they begin anew; the words on their way are gone, and those that were retained.
    mutating func crash(
        amid list: Int32 = 0, in configuration: ProductConfiguration, _ visit: (ProductConfiguration) -> Void
    ) {
        let rebirth = rebirth(after: DeathPlace(legs: configuration.legs, effects: list), in: configuration)
        var next = configuration
        next.legs = rebirth.legs
        for way in rebirth.ways {
            if let end = end(of: way, from: next) {
                visit(end)
            } else {
                for end in ends(of: way, from: next) { visit(end) }
            }
        }
    }

    /// Of the effects that a step ordered the first are done, the rest is not begun, and the one between perhaps was.
    private mutating func rebirth(after place: DeathPlace, in configuration: ProductConfiguration) -> Rebirth {
        if let known = rebirths[place] { return known }
        let effects = legs.effectLists[place.effects]
        let open = legs.openEffects(in: place.legs)
        var ways: [Int32] = []
        func add(_ begun: ArraySlice<LegEffect>, _ recovered: [LegEffect], _ rest: ArraySlice<LegEffect>) {
            ways.append(legs.revival(after: Array(begun), beginning: recovered + rest, in: place.legs))
        }
        if effects.isEmpty { add([], recovered(open, in: configuration), []) }
        for position in effects.indices {
            let before = open.filter { !effects[position...].contains($0) }
            add(effects[..<position], recovered(before, in: configuration), effects[position...])
            let last = recovered(before + [effects[position]], in: configuration)
            add(effects[...position], last, effects[(position + 1)...])
        }
        let rebirth = Rebirth(legs: legs.forgettingRetained(place.legs), ways: ways)
        rebirths[place] = rebirth
        return rebirth
    }

    /// Those of the effects, which were begun and are not done, that are begun again.
    private mutating func recovered(_ effects: [LegEffect], in configuration: ProductConfiguration) -> [LegEffect] {
        effects.filter { effect in
            let isOnce = legs.flows[effect.flow].machine.effects[effect.effect].signature.isOnce
            let isBegun = recovery?.begins(again: isOnce) ?? false
            if isBegun, isOnce {
                let twice = Finding(flow: effect.flow, content: .begunTwice(effect: effect.effect))
                findings.note(twice, at: configuration)
            }
            return isBegun
        }
    }
}

extension LegSystem {
    /// What is ordered in any leg and not done.
    fileprivate func openEffects(in position: Int32) -> [LegEffect] {
        configurations[Int(position)].legs.flatMap { leg in
            flows[leg.flow].system.openEffects(in: leg.position).map { LegEffect(flow: leg.flow, effect: $0) }
        }
    }

    /// The same legs in a new process, in which no source has retained anything yet.
    fileprivate mutating func forgettingRetained(_ position: Int32) -> Int32 {
        var configuration = configurations[Int(position)]
        guard !configuration.retained.isEmpty else { return position }
        configuration.retained = []
        return number(of: configuration)
    }

    /// What the app's death does to the providers: of what was begun before an SDK, which dies with it, remembers nothing;
    /// then comes what the new process begins.
    fileprivate mutating func revival(
        after begun: [LegEffect], beginning effects: [LegEffect], in position: Int32
    ) -> Int32 {
        let gone = flows.count > 1 ? ~UInt64(condition(of: position).needed) : 0
        let revivals = words.models.indices.map { provider -> ProviderOperation in
            gone.has(provider) ? .forget(provider: provider) : .revive(provider: provider)
        }
        let remembered = calls(of: begun).filter { words.models[$0.provider].source == nil }
        return operationLists.number(of: remembered + revivals + calls(of: effects))
    }

    /// The attempts that the orders belong to make no difference: no word is on its way.
    private func calls(of effects: [LegEffect]) -> [ProviderOperation] {
        effects.flatMap { operations(of: $0) }.filter { if case .call = $0 { true } else { false } }
    }
}
