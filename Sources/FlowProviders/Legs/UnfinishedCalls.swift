import FlowMachine
import KeywayCore

/// Orders that wait for no answer and whose handlers may be at work: another process makes their calls to providers again.
///
/// Of each effect up to two such orders are counted, also of legs that have ended; three stand for any number, and so does each where
/// there are too many to try every order of them. Whether a handler has finished is not followed: each may have, or may not.
struct UnfinishedCalls: Hashable {
    private static let countless = 3
    private static let greatestCount = 6
    /// The effects of the orders, sorted: one for each order, up to `countless` of an effect.
    private var orders: [LegEffect] = []

    /// An order is given.
    mutating func begin(_ effect: LegEffect) {
        guard count(of: effect) < Self.countless else { return }
        let place = orders.firstIndex { (effect.flow, effect.effect) < ($0.flow, $0.effect) }
        orders.insert(effect, at: place ?? orders.endIndex)
    }

    /// The orders that are counted, but for these, which were given last.
    func counted(besides given: [LegEffect]) -> [LegEffect] {
        given.reduce(into: orders.filter(isCounted)) { orders, effect in
            orders.firstIndex(of: effect).map { _ = orders.remove(at: $0) }
        }
    }

    /// Any number of orders of each effect of which they are not counted.
    var uncounted: [LegEffect] { orders.filter { !isCounted($0) }.map(\.ofAnyNumber).eachOnce }

    private func isCounted(_ effect: LegEffect) -> Bool {
        orders.count <= Self.greatestCount && count(of: effect) < Self.countless
    }

    private func count(of effect: LegEffect) -> Int { orders.count { $0 == effect } }
}

extension [LegFlow] {
    /// Notes in each flow which of its calls without an answer another process makes again with a difference to a provider.
    ///
    /// The call makes none where it leaves a new SDK as it is, whichever other calls are made again before it.
    mutating func noteUnansweredCalls(to models: [ProviderModel]) {
        let interpreters = models.map { ModelInterpreter($0) }
        let again = flatMap { flow in
            flow.machine.effects.indices.filter(flow.isCalledAgain).compactMap { flow.calls[$0] }
        }
        let standings = models.indices.map { provider in
            let calls = again.filter { $0.provider == provider }.map { models[provider].calls[$0.number] }
            return interpreters[provider].configurations(behind: calls)
        }
        for place in indices {
            for effect in self[place].machine.effects.indices.filter(self[place].isCalledAgain) {
                guard self[place].machine.effects[effect].signature.replies == nil, let call = self[place].calls[effect]
                else { continue }
                let (interpreter, name) = (interpreters[call.provider], models[call.provider].calls[call.number])
                let isLasting = models[call.provider].source == nil
                if isLasting
                    || standings[call.provider].contains(where: { interpreter.answers(to: name, from: $0) != [$0] })
                {
                    self[place].unansweredCalls.insert(effect)
                }
            }
        }
    }
}

extension LegFlow {
    /// Whether the effect calls a provider, and another process may make the call again.
    fileprivate func isCalledAgain(_ effect: Int) -> Bool {
        let signature = machine.effects[effect].signature
        return calls[effect] != nil && !signature.isOnce && !signature.isVolatile
    }
}

extension ModelInterpreter {
    /// The configurations of a new SDK, and of one that was called so, however often and in any order.
    fileprivate func configurations(behind calls: [String]) -> [Configuration] {
        var found = [beginning]
        var known = Set(found)
        var place = 0
        while place < found.count {
            for next in calls.flatMap({ answers(to: $0, from: found[place]) }) where known.insert(next).inserted {
                found.append(next)
            }
            place += 1
        }
        return found
    }
}
