import KeywayCore
import KeywayLog

/// What a node has yet to ask of the engine, and what it has asked that is not answered.
struct EngineWork: Sendable {
    /// A statement that is under way: what the node must still know of it when the answer comes.
    enum Sent: Sendable {
        /// Sent at this time of the node's monotonic clock, in milliseconds.
        case beat(at: Int64)
        case append([(run: RunID, id: AppendID)])
        case settle([RunID])
        case confirm([RunID])
        /// Sent at that time of the node's monotonic clock.
        case load([RunID], at: Int64)
        case find(RunID)
        /// Sent at that time of the node's monotonic clock.
        case devices([DeviceID], at: Int64)
        case changeDevices([DeviceID])
        case look
        /// The runs whose looks wait for the answer, and the nodes that the engine is asked about.
        case living([RunID], asked: Set<NodeID>)
        case postpone
        case endLooks
        case continued
        case versions
    }

    /// What a statement is for. Few statements of a kind are under way at once, so that what comes meanwhile goes together in the next one:
    /// `connections` that write and as many that read, one that looks and one that watches. A beat is sent at once, whatever is under way,
    /// and also in the pause after a failed statement.
    enum Kind: Int, CaseIterable, Sendable {
        case writing, reading, beating, looking, watching
    }

    /// Whether the node is to say that it lives.
    var wantsBeat = false
    /// Whether the node wants runs to look at.
    var wantsLook = false
    /// Whether the node wants to know which versions of flows the log has runs of.
    var wantsVersions = false
    /// Runs for which something is to be decided and appended, those that waited longest coming first.
    var ready = RunQueue()
    /// Runs with an append that the engine did not report as done, or that cannot be done any more, and that may be in the log all the same
    /// from an earlier try: the engine is to say whether it is. An append whose statement failed is as a rule sent again without asking.
    var settles = RunQueue()
    /// Runs for which something was decided that has no records: it counts only if the engine says that the run has not gone on.
    var confirms = RunQueue()
    /// Runs whose blocks are to be read.
    var loads = RunQueue()
    /// Runs that did not begin: the engine is to say which run has begun by their request.
    var finds = RunQueue()
    /// Devices whose rows are to be read.
    var deviceLoads = AskQueue<DeviceID>()
    /// Devices in whose rows words are to be kept for which there is no run.
    var deviceChanges: [DeviceID] = []
    /// Runs at which the node looks: the engine is to say whether the nodes that perform their orders still live.
    var livings = RunQueue()
    /// Runs at which a look found nothing to do: the engine is to put off the next look.
    var postponements: [Postponement] = []
    /// Looks by which the node does not go on with the run: the engine is told that they have ended.
    var endedLooks: [RunToLookAt] = []
    /// Runs of which it is time to ask whether they have gone on: this node calls handlers for them, or somebody observes them.
    var watched = RunQueue()
    /// How long the node still waits after a statement has failed.
    var backoff: Backoff
    /// When the engine last answered, by the monotonic clock.
    private(set) var answeredAt = Int64.min
    /// How many statements that write, and how many that read, are under way at once.
    private let connections: Int
    /// The statements that are not answered yet, by their numbers.
    private var underWay: [UInt64: Sent] = [:]
    /// How many of them are of each kind, by the raw value of the kind.
    private var counts = [Int](repeating: 0, count: Kind.allCases.count)
    /// How many statements were sent: the next one gets the next number.
    private var statements: UInt64 = 0

    init(_ terms: NodeTerms) {
        backoff = Backoff(terms.pauses)
        connections = terms.connections
    }

    /// Whether something is to be asked that waits for the end of the pause after a failed statement. A beat does not wait for that.
    var isWanted: Bool {
        wantsLook || wantsVersions || !ready.isEmpty || !settles.isEmpty || !confirms.isEmpty || !loads.isEmpty
            || !finds.isEmpty || !deviceLoads.isEmpty || !deviceChanges.isEmpty || !livings.isEmpty
            || !postponements.isEmpty || !endedLooks.isEmpty || !watched.isEmpty
    }

    /// Whether one more statement of the kind may be sent.
    func isFree(for kind: Kind) -> Bool {
        let limit = kind == .writing || kind == .reading ? connections : 1
        return counts[kind.rawValue] < limit
    }

    /// Notes that the engine has answered.
    mutating func noteAnswer(at now: Int64) {
        backoff.succeed()
        answeredAt = now
    }

    /// Notes a statement that is sent; returns its number.
    mutating func note(_ sent: Sent) -> UInt64 {
        statements += 1
        underWay[statements] = sent
        counts[sent.kind.rawValue] += 1
        return statements
    }

    /// Whether the log is being asked, or is about to be, to change the device's row by a statement that appends to no run.
    func isAsking(toChange device: DeviceID) -> Bool {
        deviceChanges.contains(device)
            || underWay.values.contains {
                if case .changeDevices(let asked) = $0 { asked.contains(device) } else { false }
            }
    }

    /// Takes out the statement of this number, because it was answered; nil where it was taken out before, as a statement is that counts as
    /// failed and is answered after all.
    mutating func take(_ number: UInt64) -> Sent? {
        guard let sent = underWay.removeValue(forKey: number) else { return nil }
        counts[sent.kind.rawValue] -= 1
        return sent
    }
}

extension EngineWork.Sent {
    fileprivate var kind: EngineWork.Kind {
        switch self {
        // `settle`, `confirm` and `devices` write too: once that is durable, so is what they have seen, and callers may be told of it
        // (`EngineStatement.settle`).
        case .append, .settle, .confirm, .devices, .changeDevices: .writing
        case .load, .find: .reading
        case .beat: .beating
        case .look, .living, .postpone, .endLooks, .versions: .looking
        case .continued: .watching
        }
    }
}
