import KeywayLog

/// What the courier is handed at once for one run.
struct CourierParcel: Sendable {
    enum Content: Sendable {
        /// What is to be done outside of the run's lock.
        case items([CourierItem])
        /// The opening of the log with this salt, a random number, reports that so many appends are durable: the oldest of those that
        /// it has not reported on.
        case durable(appends: Int, by: UInt64)
        /// The opening with this salt reports that the oldest append that it has not reported on may not be durable.
        case failed(LogError, by: UInt64)
    }

    let run: LiveRun
    private(set) var content: Content

    /// How many reports are joined at most.
    ///
    /// The run's lock is held while all appends of a parcel are taken out, and whoever delivers a callback waits for it. But fewer
    /// parcels take the lock less often, and each time two threads want it at once costs a wake-up of some fifty microseconds.
    private static let greatestJoined = 256

    /// Joins the next parcel to this one, where both report that appends of the same run are durable; otherwise returns false.
    ///
    /// One flush makes many records of a busy run durable, and each parcel takes the run's lock several times.
    mutating func join(_ next: CourierParcel) -> Bool {
        guard next.run === run, case .durable(let appends, let salt) = content,
            case .durable(let more, salt) = next.content, appends + more <= Self.greatestJoined
        else { return false }
        content = .durable(appends: appends + more, by: salt)
        return true
    }
}
