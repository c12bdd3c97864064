package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// One node of several over a shared log, as a value: what comes at a moment gives what is to be done.
///
/// Any node decides any run. It reads the run from the log, or has it in memory from before; decides what came; and appends the
/// records if the run still ends where it believed. That condition is the only fence: no run has an owner. Who loses reads what
/// it lacked, and decides the same input again. What keeps the log, as a database, is called the engine; a statement is what a node asks
/// of it, and by a beat a node says that it lives.
///
/// The node whose append gave an order performs it, and nothing is performed, answered or shown before its records are durable. A
/// promise beside each run says when somebody must look at it again; a node that looks lets deadlines happen that are due, and takes
/// over the orders of nodes that live no longer.
///
/// The value asks no clock for the time, and has no thread, no lock and no closure. A live node is a loop around it, and so is the
/// simulation of many.
package struct NodeMachine: Sendable {
    /// The identity of this life of the node.
    package let node: NodeID
    /// The flows whose handlers this node has.
    private let ownFlows: [RunningFlow]
    /// The versions with whose runs this node goes on: its own, and others that it has met and whose effects have handlers here. Runs
    /// of all others are left to other nodes.
    private(set) var served: [FlowVersion]
    /// The versions that this node has met and does not serve.
    private(set) var unserved: [FlowVersion] = []
    /// How long the node waits for what, and how much it takes at once.
    let terms: NodeTerms
    /// A mistake that the node makes on purpose, so that tests see whether they would find it; nil in every app.
    let planted: PlantedFault?

    /// The engine's time, as far as the node knows it.
    var clock = EngineClock()
    /// Whether other nodes take this one for living.
    var lease: NodeLease
    /// The runs in memory: those for which something is to be done, and some that were used lately.
    var runs: [RunID: Boxed<NodeRun>] = [:]
    /// The devices in memory, each with its row and what waits for it.
    var devices: [DeviceID: NodeDevice] = [:]
    /// Devices for which something waits.
    var waitingDevices: Set<DeviceID> = []
    /// Everybody who waits for an answer.
    var askers: [Asker: AskerPlace] = [:]
    /// Until when each asker waits, oldest first. Some were answered since.
    var patience: [(until: Int64, asker: Asker)] = []
    /// Runs for which this node has called handlers, and runs that are observed.
    var watchedRuns: [RunID] = []
    /// Runs for which something is to be done that a node does only while it has its lease.
    var waitingForLease: [RunID] = []
    /// With more runs in memory than this the node forgets some.
    private var greatestCount: Int
    /// When runs are to be woken, for a deadline or after a pause.
    var alarms = AlarmHeap()
    /// What is to be asked of the engine, and what was asked and is not answered.
    var work: EngineWork
    /// When the node next says that it lives, looks for runs, asks whether runs have gone on, and asks which versions of flows there
    /// are: by the monotonic clock, `.min` for at once, `.max` while there is no need.
    var nextBeat = Int64.min
    var nextLook = Int64.max
    var nextWatch = Int64.max
    var nextSurvey = Int64.max
    /// Whether the node takes nothing more, because it is to end.
    private(set) var isDraining = false
    /// What the node has done since it began.
    package internal(set) var counts = NodeCounts()
    /// How many identities of appends were drawn: the next one gets the next number.
    private var appends: UInt64 = 0
    /// The time of the present input, by the node's monotonic clock, in milliseconds.
    var now = Int64.min
    /// The earliest that it can be now by the engine's clock: a time which that clock has reached for sure.
    var engineTime = Instant(milliseconds: 0)
    /// Counts the uses of runs, to tell which was used longest ago.
    var uses: UInt64 = 0

    /// - Parameters:
    ///   - node: drawn at random for this life of the process.
    ///   - served: the flows whose handlers this node has.
    ///   - planted: a mistake on purpose, for the simulation.
    package init(
        _ node: NodeID, serving served: [FlowVersion], terms: NodeTerms = NodeTerms(),
        planting planted: PlantedFault? = nil
    ) {
        self.node = node
        self.served = served
        ownFlows = served.compactMap { try? $0.flow() }
        self.terms = terms
        self.planted = planted
        lease = NodeLease(length: terms.lease, isRevived: planted == .revivesLease)
        work = EngineWork(terms)
        greatestCount = terms.greatestCache + terms.greatestCache / 8
    }

    /// Takes what came.
    ///
    /// - Parameters:
    ///   - now: the time by the node's monotonic clock, in milliseconds.
    ///   - outputs: what is to be done is added to it.
    /// - Returns: when `NodeInput.time` is to come next, by the monotonic clock.
    package mutating func receive(_ input: NodeInput, at now: Int64, into outputs: inout [NodeOutput]) -> Int64 {
        self.now = max(now, self.now)
        engineTime = clock.now(at: self.now)
        lease.pass(self.now)
        switch input {
        case .time: break
        case .begin(let new, let asker): begin(new, for: asker, into: &outputs)
        case .receive(let input, let run, let flow, let asker):
            receive(WaitingInput(input, following: flow, asker: asker), of: run, into: &outputs)
        case .hear(let word, let run, let asker):
            receive(WaitingInput(word, asker: asker), of: run, into: &outputs)
        case .hearDevice(let word, let device, let asker): receive(word, of: device, for: asker, into: &outputs)
        case .handled(let order, let reply, let closing): noteHandled(order, reply, closing, into: &outputs)
        case .notPerformed(let order): noteNotPerformed(order, into: &outputs)
        case .withdraw(let asker): withdraw(asker, into: &outputs)
        case .observe(let run): observe(run, into: &outputs)
        case .endObserving(let run): runs[run]?.isObserved = false
        case .drain: (isDraining, work.wantsLook, work.wantsVersions) = (true, false, false)
        case .answered(let number, let answer): take(answer, to: number, into: &outputs)
        }
        passTime(into: &outputs)
        _ = goOnWithDevices(into: &outputs)
        // What is decided by sending may wait for devices that are to be read.
        repeat { send(into: &outputs) } while goOnWithDevices(into: &outputs)
        forgetIdleRuns(into: &outputs)
        forgetIdleDevices()
        return nextDue
    }

    /// When `NodeInput.time` is to come next, by the monotonic clock.
    private var nextDue: Int64 {
        var due = min(nextBeat, nextLook, nextWatch, nextSurvey)
        if let first = alarms.first { due = min(due, first.time) }
        if let first = patience.first { due = min(due, first.until) }
        if work.isWanted, work.backoff.until > now { due = min(due, work.backoff.until) }
        return due
    }

    mutating func drawAppend() -> AppendID {
        appends += 1
        return AppendID(node: node, number: appends)
    }

    // MARK: - Time

    /// Does what is due by `now`.
    private mutating func passTime(into outputs: inout [NodeOutput]) {
        if nextBeat <= now {
            nextBeat = now + terms.beat
            work.wantsBeat = true
        }
        if nextLook <= now {
            nextLook = now + terms.poll
            wantLook()
        }
        if nextSurvey <= now {
            nextSurvey = now + terms.survey
            work.wantsVersions = !isDraining
        }
        if nextWatch <= now { watch() }
        withdrawExpired(into: &outputs)
        while let (time, run) = alarms.first, time <= now {
            alarms.removeFirst()
            guard runs[run]?.alarm == time else { continue }
            runs[run]?.alarm = nil
            goOn(with: run, into: &outputs)
        }
    }

    /// The engine has answered a beat.
    mutating func noteBeat(_ time: Instant, sentAt: Int64, into outputs: inout [NodeOutput]) {
        let wasSet = clock.isSet
        clock.note(time, sentAt: sentAt, answeredAt: now)
        engineTime = clock.now(at: now)
        lease.renew(sentAt: sentAt, answeredAt: now)
        if !wasSet {
            (nextLook, nextSurvey) = (now, now)
            for run in runs.keys.sorted() {
                goOn(with: run, into: &outputs)
            }
        }
        guard lease.isHeld(at: now) else { return }
        let waiting = waitingForLease
        waitingForLease = []
        for run in waiting {
            runs[run]?.waitsForLease = false
            goOn(with: run, into: &outputs)
        }
    }

    /// Notes the run, to go on with it when the lease is back.
    mutating func waitForLease(_ run: RunID) {
        guard runs[run]?.waitsForLease == false else { return }
        runs[run]?.waitsForLease = true
        waitingForLease.append(run)
    }

    /// Whether this node goes on with runs of the version: it is one of its own, or one whose effects its handlers perform.
    mutating func serves(_ version: FlowVersion) -> Bool {
        if served.contains(where: { $0.table == version.table }) { return true }
        if unserved.contains(where: { $0.table == version.table }) { return false }
        guard let flow = try? version.flow(), ownFlows.contains(where: { EffectMatch(of: flow, by: $0) != nil }) else {
            unserved.append(version)
            return false
        }
        served.append(version)
        return true
    }

    /// The version, and the other versions of its flow that this node has met and goes on with.
    package func servedVersions(like version: FlowVersion) -> [FlowVersion] {
        guard let name = try? version.flow().table.name else { return [version] }
        return [version]
            + served.filter { other in
                other.table != version.table && (try? other.flow().table.name) == name
            }
    }

    /// The log has runs of these versions, for which somebody must do something in time: the node looks at those that it can serve.
    mutating func note(_ versions: [FlowVersion]) {
        var isSome = false
        for version in versions where serves(version) { isSome = true }
        if isSome { wantLook() }
    }

    /// Asks for runs whose promise has passed. Without its lease, or at its end, a node could do little for a run, and would keep it from
    /// others.
    private mutating func wantLook() {
        if lease.isHeld(at: now), !isDraining { work.wantsLook = true }
    }

    /// Asks whether the watched runs have gone on: the handlers of this node may be wanted no more, and observers want to know.
    private mutating func watch() {
        nextWatch = now + terms.watch
        // Some are still to be asked about since the last time: the engine is slow, or away.
        guard work.watched.isEmpty else { return }
        let watched = watchedRuns
        watchedRuns = []
        for id in watched {
            guard let run = runs[id] else { continue }
            if run.performing.isEmpty, !run.isObserved {
                runs[id]?.isWatched = false
            } else {
                watchedRuns.append(id)
                if !run.isBusy { work.watched.append(id) }
            }
        }
        if watchedRuns.isEmpty { nextWatch = .max }
    }

    /// From now on the node asks from time to time whether the run has gone on.
    mutating func beginWatching(_ run: RunID) {
        nextWatch = min(nextWatch, now + terms.watch)
        guard runs[run]?.isWatched == false else { return }
        runs[run]?.isWatched = true
        watchedRuns.append(run)
    }

    /// Forgets the runs that were used longest ago, of those for which nothing is to be done.
    ///
    /// It waits until an eighth too many are there, so that they are not sorted each time. A run whose deadlines this node keeps may be
    /// among them: others look at it when the deadline is late.
    private mutating func forgetIdleRuns(into outputs: inout [NodeOutput]) {
        guard runs.count > greatestCount else { return }
        let idle = runs.filter { _, run in run.value.isIdle(at: node) }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (id, run) in idle.prefix(runs.count - terms.greatestCache) {
            runs[id] = nil
            if run.hasHandlers { outputs.append(.letGo(id)) }
        }
        greatestCount = max(terms.greatestCache, runs.count) + terms.greatestCache / 8
    }

    /// Forgets the devices for which nothing is to be done, where there are too many.
    private mutating func forgetIdleDevices() {
        guard devices.count > terms.greatestCache else { return }
        for (device, known) in devices where known.isIdle && !isChanging(device) { devices[device] = nil }
    }
}

extension NodeMachine {
    /// A time that the engine's clock has reached; nil before the engine has answered a beat.
    ///
    /// - Parameter now: by the node's monotonic clock, in milliseconds.
    package mutating func time(at now: Int64) -> Instant? { clock.isSet ? clock.now(at: max(now, self.now)) : nil }

    /// The run as this node knows it to be in the log; nil where it does not have it in memory.
    package func machine(of run: RunID) -> RunMachine? { runs[run]?.machine }

    /// The app's own name for the run; nil where it has none, or this node does not have the run in memory.
    package func reference(of run: RunID) -> String? { runs[run]?.reference }

    /// Whether no run is busy, nobody waits for an answer, and nothing is to be done for a device.
    package var isAtRest: Bool {
        askers.isEmpty && devices.values.allSatisfy(\.isIdle)
            && runs.values.allSatisfy { !$0.isBusy && $0.queue.isEmpty && $0.beginning == nil }
    }

    /// Whether a node that drains has ended what it began: also each order that it performs has its end in the log, and no look is under
    /// way.
    package var isDrained: Bool { isAtRest && runs.values.allSatisfy { $0.performing.isEmpty && $0.look == nil } }

    /// Since when the node has had its lease without a gap, by the monotonic clock; nil while it has none.
    package var leaseHeldSince: Int64? { lease.heldSince }
}
