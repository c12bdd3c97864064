import FlowMachine

extension LegSystem {
    /// The orders of all legs that wait for an answer.
    func openEffects(in position: Int32) -> [LegEffect] {
        let configuration = configurations[Int(position)]
        return configuration.legs.indices.flatMap { configuration.openOrders(of: $0, among: flows) }
    }

    /// The orders whose answers nobody waits for and whose handlers are perhaps at work.
    func unfinishedCalls(in position: Int32) -> UnfinishedCalls { configurations[Int(position)].unfinished }

    /// The same orders in every sequence that makes a difference to a provider which several of them call.
    ///
    /// A run performs them in the order of ordering, of which a configuration knows nothing.
    func orderings(of orders: [LegEffect]) -> [[LegEffect]] {
        words.models.indices.reduce([orders]) { orderings, provider in
            let places = orders.indices.filter { place in
                !orders[place].isAnyNumber
                    && flows[orders[place].flow].calls[orders[place].effect]?.provider == provider
            }
            return places.map { orders[$0] }.permutations.flatMap { permutation in
                orderings.map { ordering in
                    var ordering = ordering
                    for (place, order) in zip(places, permutation) { ordering[place] = order }
                    return ordering
                }
            }
        }
    }

    /// The same legs in a new process, in which no source has retained anything yet.
    ///
    /// `hasValues`: whether it has the run's personal and secret values; if not, they are gone.
    ///
    /// `orders`: those that the new process performs again. `interrupted`: those that get their `otherwise` instead.
    ///
    /// `isReturning`: whether something is decided before anything is performed: a leg is told that the run came back,
    /// or an order gets its `otherwise`.
    mutating func restarted(
        _ position: Int32, withValues hasValues: Bool, performing orders: [LegEffect],
        answering interrupted: [LegEffect]
    ) -> (position: Int32, isReturning: Bool) {
        var configuration = configurations[Int(position)]
        configuration.retained = []
        for place in configuration.legs.indices {
            let leg = configuration.legs[place]
            configuration.legs[place].position = flows[leg.flow].system.restarted(
                leg.position, withValues: hasValues)
        }
        let places = configuration.legs.indices.reduce(into: UInt64(0)) { $0.insert($1) }
        configuration.returning = Returning(
            hasValues: hasValues, legsToTell: places, interrupted: interrupted.map(\.complete), orders: orders)
        let isReturning = !configuration.hasReturned(among: flows)
        if !isReturning { configuration.returning = nil }
        return (number(of: configuration), isReturning)
    }

    /// What the app's death does to the providers: an SDK dies with the app and forgets the calls that were made before, a model
    /// without a source remembers them; then come the calls of the new process, before which providers may do something by themselves.
    ///
    /// `begun`: the effects of the last step that were begun before the death. `effects`: those that the new process performs at once.
    mutating func restartOperations(
        after begun: [LegEffect], beginning effects: [LegEffect], in position: Int32
    ) -> Int32 {
        let gone = flows.count > 1 ? ~UInt64(condition(of: position).needed) : 0
        let restarts = words.models.indices.map { provider -> ProviderOperation in
            gone.has(provider) ? .forget(provider: provider) : .restart(provider: provider)
        }
        let remembered = operations(of: begun, in: position).filter(\.isCall)
            .filter { words.models[$0.provider].source == nil }
        let condition = condition(of: position)
        let unheard = flows.count > 1 ? UInt64(condition.needed & ~condition.heard) : 0
        return operationLists.number(
            of: remembered + restarts + callsOfNewProcess(effects, in: position)
                + unheard.bits.filter(words.models.indices.contains).map { .leaveUnheard(provider: $0) })
    }
}

extension [LegEffect] {
    /// Every subset, each in the order of the list; the empty one is the first.
    var subsets: [[LegEffect]] {
        reduce([[]]) { chosen, effect in chosen + chosen.map { $0 + [effect] } }
    }

    /// Every order of the list, each once; the list itself is the first.
    var permutations: [[LegEffect]] {
        let permutations: [[LegEffect]] = reduce([[]]) { permutations, effect in
            permutations.flatMap { permutation in
                (0...permutation.count).reversed().map { place in
                    Array(permutation[..<place]) + [effect] + permutation[place...]
                }
            }
        }
        return permutations.eachOnce
    }
}
