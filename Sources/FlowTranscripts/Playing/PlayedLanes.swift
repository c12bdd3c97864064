import Keyway
import KeywayOrchestrator

/// The lanes of a played run, which is alone in its world: only its own legs wait for each other.
final class PlayedLanes {
    private let table: Table
    private let run: RunID
    private var queue = LaneQueue<LaneStanding>()
    /// Granted, and not told yet.
    private var granted: [(standing: LaneStanding, at: Instant)] = []

    init(of table: Table, run: RunID) {
        self.table = table
        self.run = run
    }

    /// Notes what a step of a leg did with lanes.
    func note(_ changes: [ScopeChange], of leg: Int, named name: String?, at now: Instant) {
        guard let flow = name.map({ table.flow(ofLeg: $0) }) ?? table else { return }
        for change in changes {
            switch change {
            case .asks(let lane):
                let standing = LaneStanding(run: run, leg: leg, lane: lane)
                if queue.ask(standing, of: flow.lanes[lane].provider) { granted.append((standing, now)) }
            case .frees(let lane):
                let standing = LaneStanding(run: run, leg: leg, lane: lane)
                granted.removeAll { $0.standing == standing }
                if let next = queue.free(standing, of: flow.lanes[lane].provider) { granted.append((next, now)) }
            case .begins, .leaves: break
            }
        }
    }

    /// When the next grant is told.
    var nextGrant: Instant? { granted.first?.at }

    func takeGrant() -> LaneStanding? { granted.isEmpty ? nil : granted.removeFirst().standing }
}
