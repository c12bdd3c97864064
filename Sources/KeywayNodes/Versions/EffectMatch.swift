package import KeywayCore

/// How the handlers of one version of a flow perform the effects of another: each effect and each reply is known by its name.
///
/// While a service is replaced, runs that began with the former version are gone on with by the nodes of the next one, so far as these have
/// handlers for all that the former version may order.
package struct EffectMatch: Sendable {
    fileprivate struct Leg: Sendable {
        /// For each effect of the run's version, in its order: the position of the effect in the served version.
        var effects: [Int] = []
        /// For each reply of the served version, by its position among the events: the position of that event in the run's version.
        var replies: [Int: Int] = [:]
    }

    /// By the names of the sub-flows; nil for the run itself.
    private var legs: [String?: Leg] = [:]

    /// - Parameters:
    ///   - flow: the version that the run follows.
    ///   - served: the version that there are handlers for.
    /// - Returns: nil where these are no versions of one flow, or where some effect of `flow` has no handler. The handler of an effect in
    ///   `served` will do if that effect has the same name and arguments, and no replies but those that the effect in `flow` has; one
    ///   without replies stands only for one without.
    package init?(of flow: RunningFlow, by served: RunningFlow) {
        guard flow.table.name == served.table.name else { return nil }
        for leg in [flow] + flow.descendants {
            guard let other = served.flow(ofLeg: leg.legName), let match = Leg(of: leg.table, by: other.table) else {
                return nil
            }
            legs[leg.legName] = match
        }
    }

    /// The order of a leg as the handlers of the served version take it.
    package func order(_ order: EffectOrder, of leg: String?) -> EffectOrder {
        guard let effects = legs[leg]?.effects else { preconditionFailure("an order is of the flow or of a sub-flow") }
        var order = order
        order.effect = effects[order.effect]
        return order
    }

    /// The position in the run's version of a reply that has this position in the served one; nil where no effect of the run's version
    /// has it.
    package func reply(_ event: Int, of leg: String?) -> Int? { legs[leg]?.replies[event] }
}

extension EffectMatch.Leg {
    fileprivate init?(of table: Table, by served: Table) {
        for effect in table.effects {
            let place = served.effects.firstIndex { other in
                other.name == effect.name && table.hasSameFields(effect.fields, as: other.fields, of: served)
            }
            guard let place, (served.effects[place].replies == nil) == (effect.replies == nil) else { return nil }
            effects.append(place)
            for reply in served.effects[place].replies?.events ?? [] {
                guard let event = table.event(like: reply, of: served),
                    effect.replies?.events.contains(event) == true
                else { return nil }
                replies[reply] = event
            }
        }
    }
}
