import Keyway

/// What is to be done outside the lock, in the order in which it was decided.
struct Mailbox {
    typealias Observer = AsyncThrowingStream<RunState, any Error>.Continuation

    enum Item {
        case begin(EffectOrder)
        case answer(EffectOrder)
        case tell([Observer], RunState)
        /// Without an error the run has ended.
        case finish([Observer], (any Error)?)
    }

    private var items: [Item] = []
    private var isDelivering = false

    mutating func add(_ item: Item) {
        items.append(item)
    }

    /// Whether the caller is to deliver; false while another does.
    mutating func beginDelivering() -> Bool {
        guard !isDelivering, !items.isEmpty else { return false }
        isDelivering = true
        return true
    }

    /// The next item; nil ends the delivering.
    mutating func next() -> Item? {
        guard !items.isEmpty else {
            isDelivering = false
            return nil
        }
        return items.removeFirst()
    }
}
