import KeywayLog

/// Threads that carry out work, each over a connection of its own: whichever is free takes the work that has waited longest.
///
/// A thread begins when there is work and no thread is free.
final class ConnectionThreads: @unchecked Sendable {
    typealias Work = @Sendable (ConnectionSlot) -> Void

    private struct Shared {
        var waiting: [Work] = []
        /// How many threads there are.
        var threadCount = 0
        /// How many threads have nothing to do.
        var idleCount = 0
        var isStopping = false
    }

    private let shared = Monitor(Shared())
    private let greatestCount: Int

    /// - Parameter greatestCount: how many threads there are at most.
    init(atMost greatestCount: Int = 1) {
        self.greatestCount = greatestCount
    }

    /// Gives work to the threads. Returns false, and does nothing, where the threads are to end, or where there is none and the system
    /// grants none.
    func enqueue(_ work: @escaping Work) -> Bool {
        let isTaken = shared.withLock { state in
            if state.isStopping { return false }
            if state.idleCount <= state.waiting.count, state.threadCount < greatestCount, beginThread({ self.run() }) {
                state.threadCount += 1
            }
            if state.threadCount > 0 { state.waiting.append(work) }
            return state.threadCount > 0
        }
        if isTaken { shared.wake() }
        return isTaken
    }

    /// Lets the threads end once all their work is done; they take no more.
    func stop() {
        shared.withLock { $0.isStopping = true }
        shared.wake()
    }

    private func run() {
        let slot = ConnectionSlot()
        while let work = next() { work(slot) }
    }

    /// Waits for work; nil where the thread is to end.
    private func next() -> Work? {
        shared.withLock { $0.idleCount += 1 }
        return shared.wait { state in
            if state.waiting.isEmpty, !state.isStopping { return .waiting }
            state.idleCount -= 1
            return .found(state.waiting.isEmpty ? nil : state.waiting.removeFirst())
        }
    }
}

/// The place for one thread's connection, which that thread uses alone.
final class ConnectionSlot {
    /// The connection; nil until it is needed, and after it has failed.
    private(set) var connection: Connection?
    /// The numbers that this connection's server has for versions of flows. They hold for this server alone: after a failover, another one
    /// may have lost the newest versions, and give their numbers to other versions.
    var flowNumbers = FlowNumbers()
    /// The other way round: the versions of flows that were read over this connection, by their numbers at this server.
    private(set) var flowVersions = FlowCache()

    /// Takes a new connection, and forgets what was known of the previous one's server.
    func hold(_ made: Connection) {
        connection = made
        flowNumbers = FlowNumbers()
        flowVersions = FlowCache()
    }

    func drop() { connection = nil }

    /// While so many sessions of this user wait in the server for a standby or a lock, no new session is begun. Each statement that is
    /// given up at its deadline may leave such a session behind, and these would use up the server's connections.
    static let greatestWaiting: Int64 = 10

    /// A connection to the primary server, which writes, and not to a standby: the one in the slot, or a new one where that has failed.
    ///
    /// - Throws: `QueryFailure.unanswered`, also while too many sessions that were given up still wait at the server.
    @discardableResult
    func primary(
        at address: ConnectionAddress, before deadline: AnswerDeadline
    ) throws(QueryFailure) -> Connection {
        if let connection, !connection.isBroken { return connection }
        drop()
        let made = try Connection(to: address, before: deadline)
        let row = try made.perform(.primary, before: deadline).rows.first
        guard row?.bool(0) == false else { throw .unanswered(reason: "this server is a standby") }
        if let waiting = row?.integer(1), waiting >= Self.greatestWaiting {
            throw .unanswered(reason: "\(waiting) sessions wait for a standby or a lock, so no new one is begun")
        }
        hold(made)
        return made
    }
}
