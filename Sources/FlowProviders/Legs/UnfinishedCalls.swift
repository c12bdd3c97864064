/// Orders whose answers nobody waits for and whose handlers may be at work: another process makes their calls to providers again.
///
/// Of each effect up to two such orders are counted, also of legs that have ended; three stand for any number, and so does each where
/// there are too many to try every order of them. Whether a handler has finished is not followed: each may have, or may not.
struct UnfinishedCalls: Hashable {
    /// So many orders of one effect stand for any number of them.
    private static let countless = 3
    /// The most orders that are tried in every order; where there are more, each stands for any number.
    private static let greatestCount = 6
    /// The effects of the orders, sorted: one for each order, up to `countless` of an effect.
    private var orders: [LegEffect] = []

    /// An order is given.
    mutating func begin(_ effect: LegEffect) {
        guard count(of: effect) < Self.countless else { return }
        let place = orders.firstIndex { (effect.flow, effect.effect) < ($0.flow, $0.effect) }
        orders.insert(effect, at: place ?? orders.endIndex)
    }

    /// Forgets the orders for which this is so.
    mutating func removeAll(where isForgotten: (LegEffect) -> Bool) { orders.removeAll(where: isForgotten) }

    /// The orders that are counted, but for these, which were given last.
    func counted(besides given: ArraySlice<LegEffect>) -> [LegEffect] {
        given.reduce(into: orders.filter(isCounted)) { orders, effect in
            orders.firstIndex(of: effect).map { _ = orders.remove(at: $0) }
        }
    }

    /// For each effect whose orders are not counted one element, which stands for any number of them.
    var uncounted: [LegEffect] { orders.filter { !isCounted($0) }.map(\.ofAnyNumber).eachOnce }

    private func isCounted(_ effect: LegEffect) -> Bool {
        orders.count <= Self.greatestCount && count(of: effect) < Self.countless
    }

    private func count(of effect: LegEffect) -> Int { orders.count { $0 == effect } }
}
