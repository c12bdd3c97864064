import Keyway

/// What is to be done outside the lock, in the order in which it was decided.
struct Mailbox {
    enum Item {
        case perform(LegOrder)
        /// The effect is not performed: somebody else holds the source that it calls.
        case refuse(LegOrder)
        /// No order comes any more.
        case endOrders
        case cancel([Task<Void, Never>])
        /// A leg stands in a provider's line.
        case ask(LaneStanding, provider: String)
        case free(LaneStanding)
        /// The run stands in no line any more.
        case leaveLanes
        case tell([LiveRun.StateObserver], RunState)
        /// Without an error the run has ended.
        case finish([LiveRun.StateObserver], (any Error)?)
        case tellFailures([LiveRun.FailureObserver], [EffectFailure])
        case finishFailures([LiveRun.FailureObserver])
        /// The run is woken no later than this.
        case wait(WakeUp)
        /// What an app gave is needed no more; its end may call back, and so must not come under the lock.
        case letGo([any Sendable])
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

    /// All that has come since; nothing ends the delivering.
    mutating func takeAll() -> [Item] {
        if items.isEmpty { isDelivering = false }
        defer { items = [] }
        return items
    }
}
