/// For each fact, the first moment of a search at which it held, and the first at which it did not.
struct FirstMoments {
    /// A moment, and the position of the configuration before it; `ConfigurationStore.none` for a beginning.
    struct Moment {
        var parent: UInt32
        var step: Step
    }

    /// The facts that held at some moment.
    private var seen: Facts = []
    /// The facts that did not hold at some moment.
    private var missed: Facts = []
    /// For each fact, by its number, the first moment at which it held; nil as long as it never did.
    private var firstWith = [Moment?](repeating: nil, count: Facts.capacity)
    /// For each fact, by its number, the first moment at which it did not hold; nil as long as it always did.
    private var firstWithout = [Moment?](repeating: nil, count: Facts.capacity)

    /// Keeps the step for each fact that holds, or does not hold, for the first time; nearly all steps have no such fact.
    mutating func note(_ step: Step, from parent: UInt32) {
        let hasUnseenFact = !step.facts.isSubset(of: seen)
        // Some fact does not hold now and held at every moment before.
        let lacksUnmissedFact = step.facts.union(missed).rawValue != .max
        guard hasUnseenFact || lacksUnmissedFact else { return }
        for number in step.facts.subtracting(seen).numbers { firstWith[number] = .init(parent: parent, step: step) }
        seen.formUnion(step.facts)
        let absent = Facts(rawValue: ~step.facts.rawValue)
        for number in absent.subtracting(missed).numbers { firstWithout[number] = .init(parent: parent, step: step) }
        missed.formUnion(absent)
    }

    /// The nearest moment at which one of the facts held; nil where there was none.
    func first(with facts: Facts) -> Moment? { nearest(of: facts.numbers.compactMap { firstWith[$0] }) }

    /// The nearest moment at which one of the facts did not hold; nil where there was none.
    func first(without facts: Facts) -> Moment? { nearest(of: facts.numbers.compactMap { firstWithout[$0] }) }

    /// The moment nearest to the beginning of a run: beginnings come first, then what was found from nearer configurations. Nil for none.
    private func nearest(of moments: [Moment]) -> Moment? {
        // A beginning's parent, `none`, is the greatest number, so adding 1 makes it 0.
        func rank(_ moment: Moment) -> UInt32 { moment.parent &+ 1 }
        return moments.min { rank($0) < rank($1) }
    }
}
