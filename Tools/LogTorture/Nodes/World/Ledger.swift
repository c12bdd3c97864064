import KeywayCore
import KeywayLog
import KeywayRuns

/// What the outside world has seen of the nodes: the handlers that were called. Times are milliseconds of the engine's clock.
struct Ledger {
    /// One call of a handler.
    struct Performance {
        /// The order that the handler was called for.
        let key: EffectOrder.Key
        /// The position of the order's effect in the flow.
        let effect: Int
        let node: NodeID
        /// When the handler was called.
        let at: Int64
        /// The place of the call among all calls of handlers, from 0.
        var number = 0
        /// When the handler ended, or its node died; nil while it is at work.
        var end: Int64?
    }

    private(set) var performances: [Performance] = []

    mutating func begin(_ performance: Performance) {
        var performance = performance
        performance.number = performances.count
        performances.append(performance)
    }

    /// The node's handler for the order has ended.
    mutating func end(_ key: EffectOrder.Key, of node: NodeID, at time: Int64) {
        for place in performances.indices.reversed()
        where performances[place].key == key && performances[place].node == node && performances[place].end == nil {
            performances[place].end = time
        }
    }

    /// The node has died, with all of its handlers.
    mutating func endAll(of node: NodeID, at time: Int64) {
        for place in performances.indices where performances[place].node == node && performances[place].end == nil {
            performances[place].end = time
        }
    }
}
