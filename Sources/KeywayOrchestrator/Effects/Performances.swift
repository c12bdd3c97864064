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

    /// Takes out the tasks whose orders are not among these: nobody waits for their answer.
    mutating func removeAll(except open: [RunState.OpenEffect]) -> [Task<Void, Never>] {
        let closed = tasks.keys.filter { id in !open.contains { $0.order == id } }
        return closed.compactMap { tasks.removeValue(forKey: $0) }
    }
}
