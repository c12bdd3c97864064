import KeywayLog

/// Threads with a connection each, which do what they are given: whichever is free takes what has waited longest.
///
/// A thread begins when something is to be done and no other is free.
final class ConnectionThreads: @unchecked Sendable {
    typealias Work = @Sendable (ConnectionSlot) -> Void

    private struct Shared {
        var waiting: [Work] = []
        /// How many threads there are.
        var threads = 0
        /// How many threads have nothing to do.
        var idle = 0
        var isStopping = false
    }

    private let shared = Monitor(Shared())
    /// How many threads there are at most.
    private let count: Int

    /// - Parameter count: how many threads there are at most.
    init(count: Int = 1) {
        self.count = count
    }

    /// Gives work to the threads; returns false, and does nothing, where the system has no thread to give, or they are to end.
    func enqueue(_ work: @escaping Work) -> Bool {
        let isTaken = shared.withLock { state in
            if state.isStopping { return false }
            if state.idle <= state.waiting.count, state.threads < count, beginThread({ self.run() }) {
                state.threads += 1
            }
            if state.threads > 0 { state.waiting.append(work) }
            return state.threads > 0
        }
        if isTaken { shared.wake() }
        return isTaken
    }

    /// Lets the threads end, once all that they were given is done; they take no more work.
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
        shared.withLock { $0.idle += 1 }
        return shared.wait { state in
            if state.waiting.isEmpty, !state.isStopping { return .waiting }
            state.idle -= 1
            return .found(state.waiting.isEmpty ? nil : state.waiting.removeFirst())
        }
    }
}

/// The place for one thread's connection, which that thread uses alone.
final class ConnectionSlot {
    /// The connection; nil until it is needed, and after it has failed.
    private(set) var connection: Connection?
    /// The numbers of flows as the server of this connection gave them: another server, after a failover, may have lost the last ones, and
    /// give their numbers to others.
    var flows = FlowNumbers()
    /// The versions of flows that were read over this connection, by the numbers that its server gave them.
    private(set) var versions = FlowCache()

    /// Takes a new connection; what was known of the server of the former one is forgotten.
    func keep(_ made: Connection) {
        connection = made
        flows = FlowNumbers()
        versions = FlowCache()
    }

    func drop() { connection = nil }

    /// At how many waiting sessions of this user no further one is made. Each statement that is given up may leave one behind, and they
    /// would use up the server's connections.
    static let greatestWaiting: Int64 = 10

    /// A connection to a server that writes: the one that the slot holds, or a new one where that has failed.
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
            throw .unanswered(reason: "\(waiting) sessions wait for a standby, or for each other")
        }
        keep(made)
        return made
    }
}
