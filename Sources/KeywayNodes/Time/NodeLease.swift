/// Whether this node can be sure that other nodes take it for living. All times are of the node's monotonic clock.
///
/// A node renews its lease by beats, which it sends to the engine: what keeps the shared log. The lease is counted from before the beat was
/// sent, so it ends here before it ends at the engine.
struct NodeLease: Sendable {
    /// How long the lease counts here, in milliseconds: a twentieth less than `full`, for the engine's clock may run faster.
    private let length: Int64
    /// How long the lease counts at the engine, in milliseconds.
    private let full: Int64
    /// A mistake on purpose, for the simulation of nodes: a lease that has ended goes on with the next beat, as if there were no gap.
    private let isRevived: Bool
    /// Until when the lease lasts if no further beat is answered.
    private(set) var until = Int64.min
    /// Since when the lease has been held without a gap; nil while it is not held.
    private(set) var heldSince: Int64?
    /// From when on the node may call others dead.
    private(set) var judgesFrom = Int64.max

    init(length: Int64, isRevived: Bool = false) {
        self.length = length - length / 20
        full = length
        self.isRevived = isRevived
    }

    /// Prolongs the lease, or begins a new one, after a beat was answered.
    mutating func renew(sentAt: Int64, answeredAt: Int64) {
        pass(answeredAt)
        until = max(until, sentAt + length)
        guard heldSince == nil, answeredAt < until else { return }
        heldSince = answeredAt
        // After an outage of the engine every lease is old: others get the time to renew theirs before anybody calls them dead.
        judgesFrom = answeredAt + full
    }

    /// Ends the lease where its time is over. A beat that is answered later begins a new one.
    mutating func pass(_ now: Int64) {
        if now >= until, !isRevived { heldSince = nil }
    }

    func isHeld(at now: Int64) -> Bool { heldSince != nil && now < until }

    /// Whether the lease has been held without a gap from that moment until now.
    func isUnbroken(from moment: Int64, until now: Int64) -> Bool {
        isHeld(at: now) && heldSince.map { $0 <= moment } ?? false
    }

    /// Whether the node may call others dead.
    func mayJudge(at now: Int64) -> Bool { isHeld(at: now) && now >= judgesFrom }
}
