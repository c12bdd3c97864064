import Keyway

/// The handlers that are at work for a run.
struct Performances {
    /// Those whose answer is waited for.
    private var tasks: [OrderID: Task<Void, Never>] = [:]
    /// All that were ordered and have not returned.
    private(set) var unfinished = 0

    mutating func noteOrdered() {
        unfinished += 1
    }

    mutating func note(_ task: Task<Void, Never>, performing order: OrderID) {
        tasks[order] = task
    }

    /// The order's task is not cancelled any more.
    mutating func release(_ order: OrderID) {
        tasks[order] = nil
    }

    /// The order needs no more of its handler.
    mutating func conclude(_ order: OrderID) {
        tasks[order] = nil
        unfinished -= 1
    }

    /// The orders whose answers handlers work at.
    var orders: [OrderID] { Array(tasks.keys) }

    /// Takes out the tasks of these orders.
    mutating func remove(_ orders: [OrderID]) -> [Task<Void, Never>] {
        orders.compactMap { tasks.removeValue(forKey: $0) }
    }
}
