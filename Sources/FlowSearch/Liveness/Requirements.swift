/// How the usual requirements are judged.
///
/// Each answer but that for `sometimes` is a run that breaks the requirement, or nil where the requirement holds.
///
/// - `always F`: `shortestRun(without: F)`
/// - `never F`: `shortestRun(with: F)`
/// - `sometimes F`: holds where `shortestRun(with: F)` is a run, which then is the witness
/// - `F only after G`: `shortestRun(with: F, before: G)`
/// - `eventually F`: `fairLasso(without: F)`
extension Exploration {
    /// A shortest run to a moment with one of `facts` on which none of `others` held before; nil where there is none.
    ///
    /// After a search that was stopped a run is a run of the system all the same, and nil says nothing.
    /// - Parameters:
    ///   - facts: what is asked for; the empty set gives nil.
    ///   - others: what must not have held before; with the empty set this is `shortestRun(with:)`.
    ///   - sameMomentCounts: whether one of the others that holds at the very moment counts as having held before it.
    public func shortestRun(with facts: Facts, before others: Facts, sameMomentCounts: Bool = true) -> Run? {
        var part = Explorer.part(of: Restricted(system, without: others), limit: limitForPart)
        guard !sameMomentCounts else { return part.shortestRun(with: facts) }
        return part.shortestRun(withOneMoreMomentOf: system, that: { !$0.facts.isDisjoint(with: facts) })
    }

    /// A run that is fair, never ends, and on which none of the facts ever holds; nil where there is none.
    ///
    /// After a search that was stopped a run is a run of the system all the same, and nil says nothing.
    /// - Parameters:
    ///   - facts: what never holds, on the way into the cycle and on the cycle.
    ///   - others: as for `fairLasso(cyclingWithout:)`.
    public func fairLasso(without facts: Facts, cyclingWithout others: Facts = []) -> Lasso? {
        var part = Explorer.part(of: Restricted(system, without: facts), limit: limitForPart)
        return part.fairLasso(cyclingWithout: others)
    }

    /// A shortest run of this system, followed by one wanted moment of another system; nil where there is none.
    ///
    /// Both systems pack their configurations alike, and the other one has every step of this one, and more.
    private mutating func shortestRun(
        withOneMoreMomentOf other: some TransitionSystem, that isWanted: (Step) -> Bool
    ) -> Run? {
        var other = other
        var steps = other.beginnings()
        if let beginning = steps.first(where: isWanted) { return Run(moments: [beginning]) }
        for position in store.configurations.indices {
            steps.removeAll(keepingCapacity: true)
            other.appendSteps(from: store.configurations[position], to: &steps)
            guard let last = steps.first(where: isWanted) else { continue }
            var run = run(to: position)
            run.moments.append(last)
            return run
        }
        return nil
    }
}
