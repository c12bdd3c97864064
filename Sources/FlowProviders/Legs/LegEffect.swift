/// An effect of a leg, as a step orders it.
struct LegEffect: Hashable {
    /// The leg's flow, by its position among the flows of the run.
    var flow: Int
    /// By its position among the effects of that flow.
    var effect: Int
    /// Whether the leg waits for an answer once its step is done. It does not where the effect has no replies, where the step ends the
    /// leg, and where the step orders the effect once more.
    private(set) var isAwaited: Bool
    /// The place of the leg that waits, as another leg of the flow may wait for an answer to the same effect; nil where none waits, and
    /// where the leg is gone.
    var place: Int?
    /// Whether it lacks a value that is gone, so that this process does not perform it.
    var isIncomplete = false
    /// Whether it stands for any number of orders of the effect, zero included, each of them anywhere in the list that it is in.
    private(set) var isAnyNumber = false

    /// An order of the effect.
    ///
    /// - Parameter place: the place of the leg that waits for the answer; nil where none does.
    init(flow: Int, effect: Int, awaitedBy place: Int?, isIncomplete: Bool = false) {
        self.flow = flow
        self.effect = effect
        self.place = place
        self.isIncomplete = isIncomplete
        isAwaited = place != nil
    }

    /// The same order in a process that has all of its values.
    var complete: LegEffect {
        var order = self
        order.isIncomplete = false
        return order
    }

    /// Whether the same leg waits for the answers to both, so that the later one closes the earlier one.
    func closes(_ earlier: LegEffect) -> Bool { isAwaited && complete == earlier.complete }

    /// Any number of orders of the same effect, of whichever leg of the flow. A leg waits for the last of its orders alone, which stands by
    /// itself, so for none of these.
    var ofAnyNumber: LegEffect {
        var orders = self
        orders.place = nil
        orders.isAwaited = false
        orders.isAnyNumber = true
        return orders
    }

    fileprivate var key: (Int, Int, Int, Int) { (flow, effect, isAwaited ? 1 : 0, isIncomplete ? 1 : 0) }
}

extension [LegEffect] {
    /// The list made short, so that a search comes to an end: each death of the app may leave an order that the next process gives again.
    ///
    /// The last two orders of each effect of a leg stay. Older ones are left out; those of an effect that calls a
    /// provider become one element that stands for any number. So a search goes through more than can happen, and misses nothing.
    func followed(among flows: [LegFlow]) -> [LegEffect] {
        let kept = indices.filter { place in self[(place + 1)...].count { $0 == self[place] } < 2 }
        let left = Set(indices).subtracting(kept).map { self[$0] }.filter {
            !$0.isIncomplete && flows[$0.flow].calls[$0.effect] != nil
        }
        let often = Set(left.map(\.ofAnyNumber)).union(filter(\.isAnyNumber))
        return often.sorted { $0.key < $1.key }
            + kept.map { self[$0] }.filter { !$0.isAnyNumber }
    }
}
