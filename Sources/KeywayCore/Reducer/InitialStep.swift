/// The first step of a run: the run as it begins, and what entering its initial state ordered.
package struct InitialStep: Equatable, Sendable {
    package var run: RunState
    package var orders: [EffectOrder]
    /// What entering the initial state did with sub-flows and lanes, in order.
    package var scopeChanges: [ScopeChange]

    package init(run: RunState, orders: [EffectOrder], scopeChanges: [ScopeChange] = []) {
        self.run = run
        self.orders = orders
        self.scopeChanges = scopeChanges
    }
}
