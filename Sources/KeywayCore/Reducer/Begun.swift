/// A run that has just begun, and what entering its initial state ordered.
public struct Begun: Equatable, Sendable {
    public var run: RunState
    public var orders: [EffectOrder]
    public var scopeChanges: [ScopeChange]

    public init(run: RunState, orders: [EffectOrder], scopeChanges: [ScopeChange] = []) {
        self.run = run
        self.orders = orders
        self.scopeChanges = scopeChanges
    }
}
