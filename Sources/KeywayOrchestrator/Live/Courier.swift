import KeywayLog

/// Carries out what follows from durable records, for all runs of the process, in the order in which the records became durable.
///
/// It has a thread of its own, so that a log's thread can go on to the next flush, and a call that delivers a callback
/// returns at once. Because all runs share this one queue, sources and lanes are taken in the order of the log.
private let courier = SerialThread<CourierParcel>(handlingAll: { parcels in
    var rest = parcels[...]
    while var parcel = rest.popFirst() {
        while let next = rest.first, parcel.join(next) { rest.removeFirst() }
        parcel.run.carryOut(parcel.content)
    }
})

extension LiveRun {
    /// Hands the courier what is to be done for the run outside of its lock. The caller holds the lock; `post` itself does none of the
    /// items.
    func post(_ items: [CourierItem], in state: inout LiveState) {
        guard !items.isEmpty else { return }
        state.uncarriedPosts += 1
        courier.enqueue(CourierParcel(run: self, content: .items(items)))
    }

    /// Hands the courier items as `post(_:in:)` does, for a caller that does not hold the run's lock.
    func post(_ items: [CourierItem]) {
        withState { post(items, in: &$0) }
    }

    /// Hands the courier the log's report on the oldest append that has none yet: whether its records are durable.
    ///
    /// It takes no lock of the run: after a flush a log makes many reports, and they must not hold up whoever delivers a callback.
    ///
    /// - Parameters:
    ///   - error: nil where the append's records are durable.
    ///   - salt: that of the log's opening which reports: a log that fails is opened again, and each opening has a salt of its own.
    func postReport(_ error: LogError?, by salt: UInt64) {
        let content = error.map { CourierParcel.Content.failed($0, by: salt) } ?? .durable(appends: 1, by: salt)
        courier.enqueue(CourierParcel(run: self, content: content))
    }
}
