import KeywayLog

/// Carries out what follows from durable records, for all runs of the process, in the order in which the records became durable.
///
/// It has a thread of its own, so that a log's thread can go on to the next flush, and a call that delivers a callback
/// returns at once. Because all runs share this one queue, sources and lanes are taken in the order of the log.
private let courier = SerialThread<(run: LiveRun, items: [CourierItem])> { $0.run.carryOut($0.items) }

extension LiveRun {
    /// Hands over what is to be done for the run outside of its lock: nothing is done before it returns.
    func post(_ items: [CourierItem], in state: inout LiveState) {
        guard !items.isEmpty else { return }
        state.posted += 1
        courier.enqueue((self, items))
    }

    /// The same under no lock.
    func post(_ items: [CourierItem]) {
        withState { post(items, in: &$0) }
    }
}
