extension FactTable {
    /// The bits of facts that last, as a state does, and that may be forbidden at the next step though nothing has changed since they were
    /// allowed: a step may open a window behind them, or end the timer beside which they are allowed.
    var forbiddenLater: UInt64 {
        demands.reduce(into: 0) { bits, demand in
            switch demand.content {
            case .neverWithin(let bit, _), .onlyWith(let bit, _): if !isEvent(bit) { bits.insert(bit) }
            case .always, .never, .sometimes, .eventually, .onlyAfter, .latest, .atMost: break
            }
        }
    }
}
