extension Table.Test.Relation {
    /// Whether the relation holds between two values that have an order.
    ///
    /// It can be inlined, because the rules ask it for every combination of values that a guard can read.
    @inlinable
    package func holds<Ordered: Comparable>(between left: Ordered, and right: Ordered) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}
