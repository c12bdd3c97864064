import KeywayCore
import KeywayRuns

/// The handlers that are at work for a run, or will be once their orders are durable.
struct Performances {
    /// The tasks of handlers whose answers are waited for, by the keys of their orders.
    private var tasks: [EffectOrder.Key: Task<Void, Never>] = [:]
    /// How many orders have not ended yet: their handlers have not returned, or are not called yet.
    private(set) var unfinished = 0

    /// Counts one more order, which is not durable yet.
    mutating func noteOrdered() {
        unfinished += 1
    }

    /// Takes so many orders out of the count, because they did not become durable and nobody performs them.
    mutating func forgetOrdered(_ count: Int) {
        unfinished -= count
    }

    mutating func note(_ task: Task<Void, Never>, performing order: EffectOrder.Key) {
        tasks[order] = task
    }

    /// The order has an end: its handler returned, or was not called.
    mutating func conclude(_ order: EffectOrder.Key) {
        tasks[order] = nil
        unfinished -= 1
    }

    /// Takes out the order's task; nobody waits for its answer.
    mutating func remove(_ order: EffectOrder.Key) -> Task<Void, Never>? {
        tasks.removeValue(forKey: order)
    }

    /// Takes out the tasks whose answers nobody waits for. A nil `machine` stands for a stopped run, which waits for no answer: then
    /// all are taken out.
    mutating func removeAll(keeping machine: RunMachine?) -> [Task<Void, Never>] {
        let unwanted = tasks.keys.filter { machine?.isAwaited($0.order) != true }
        return unwanted.compactMap { tasks.removeValue(forKey: $0) }
    }
}
