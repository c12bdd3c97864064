package import KeywayCore
package import KeywayLog

/// An engine as a value: what a database does for many nodes, statement by statement, at the time that it is told.
package struct MemoryEngine: Sendable {
    /// A mistake on purpose, to show that the simulation of many nodes finds it.
    package enum PlantedFault: Sendable {
        /// An append that has lost counts as done if some block of the run has equal records, whoever wrote them.
        case repetitionByFields
        /// An append is done whether or not the run still ends where the node believes.
        case noExpectedVersion
        /// A beat does not prolong the node's life.
        case leaseNotKept
        /// A run is put off though it has got records since the node read it.
        case postponesWithoutVersion
        /// An append does not bring the next look forward.
        case promiseNotLowered
        /// An append is done whatever the version of the device that it changes.
        case noDeviceVersion
        /// An append is done, and its change of a device is not.
        case deviceLeftOut
    }

    /// What is known of a run beside its blocks: where it ends, and when somebody must look at it.
    package struct Row: Sendable {
        /// The sequence of the run's next record.
        package var next: UInt64 = 0
        /// The version of the run's flow.
        var version: FlowVersion?
        /// The run's promise: when some node must look at it; nil where nothing of the run happens by itself.
        package var due: Int64?
        /// From when on a look finds the run; nil where no look finds it, because nothing happens by itself or the run is set aside. An
        /// append makes it no later than its promise, or nil where it promises nothing; a look sets it to `due`, or, where that has passed,
        /// to one lease from now.
        package var wake: Int64?
        /// How many nodes have looked at the run since its last append that moved it (`SharedAppend.movesRun`), its last `postpone` or
        /// its last `endLooks`, and live no longer.
        package private(set) var deadLookers = 0
        /// The node that looked last since then; nil where none has.
        private var looker: NodeID?
        /// Whether the run and all of its orders have ended.
        package var isOver = false
        /// Whether no look finds the run, because too many nodes have died that had looked at it.
        package var isSetAside = false

        /// Notes that the node looks at the run; the one that looked before counts if it lives no longer.
        mutating func note(lookBy node: NodeID, isLiving: (NodeID) -> Bool) {
            if let looker, !isLiving(looker) { deadLookers += 1 }
            looker = node
        }

        /// Whoever has looked at the run so far counts no more, whatever becomes of that node.
        mutating func forgetLooks() { (deadLookers, looker) = (0, nil) }
    }

    /// The block of an append, with the time when the append was done, in milliseconds of the engine's clock.
    package struct TimedBlock: Sendable {
        package var stored: SharedBlock
        package var at: Int64
        /// Counted over all runs, in the order in which appends were done.
        package var number = 0
    }

    /// The mistake that the engine makes on purpose; nil for a sound engine.
    private let planted: PlantedFault?
    package private(set) var rows: [RunID: Row] = [:]
    package private(set) var blocks: [RunID: [TimedBlock]] = [:]
    /// When which node was given each run to look at.
    package private(set) var looks: [RunID: [(at: Int64, node: NodeID)]] = [:]
    /// The run that began by each request, by the request's identity.
    private var requests: [ExactText: RunID] = [:]
    /// How many appends were done.
    package private(set) var appended = 0
    package private(set) var devices: [DeviceID: DeviceRow] = [:]
    /// Until when each node lives.
    private var leases: [NodeID: Int64] = [:]
    /// From when until when each node has lived without a gap. A planted fault changes nothing here: the simulation judges nodes by it.
    private var lives: [NodeID: [(began: Int64, until: Int64)]] = [:]

    package init(planting planted: PlantedFault? = nil) {
        self.planted = planted
    }

    /// Does the statement of a node.
    ///
    /// - Parameters:
    ///   - time: by the engine's clock, in milliseconds.
    ///   - isHeld: is asked once for each append: true if another statement holds its run just now, so that the append is not done.
    package mutating func perform(
        _ statement: EngineStatement, of node: NodeID, at time: Int64, isHeld: () -> Bool = { false }
    ) -> EngineAnswer {
        switch statement {
        case .beat(let lease): return beat(node, for: lease, at: time)
        case .append(let appends):
            return .appended(Set(appends.filter { !isHeld() && append($0, at: time) }.map(\.run)))
        case .settle(let asked):
            return .settled(Dictionary(uniqueKeysWithValues: asked.map { ($0.run, settled($0.run, $0.first)) }))
        case .confirm(let asked):
            return .confirmed(
                Dictionary(uniqueKeysWithValues: asked.compactMap { run in rows[run].map { (run, $0.next) } }))
        case .load(let asked):
            var loaded: [RunID: [SharedBlock]] = [:]
            for (run, from) in asked {
                guard let found = blocks[run] else { continue }
                loaded[run] = found.map(\.stored).filter { ($0.records.first?.sequence ?? 0) >= from }
            }
            return .loaded(loaded)
        case .find(let request): return .found(requests[ExactText(request)])
        case .runs(let reference, let versions): return .runs(runs(referenced: reference, of: versions))
        case .devices(let asked):
            for device in asked where devices[device] == nil { devices[device] = DeviceRow() }
            return .devices(devices.filter { asked.contains($0.key) })
        case .changeDevices(let changes): return .changedDevices(Set(changes.filter { change($0) }.map(\.device)))
        case .look(let limit, let lease, let versions):
            return .looked(look(by: node, limit, lease, versions, at: time))
        case .living(let nodes):
            let left = nodes.compactMap { asked in leases[asked].map { (asked, $0 - time) } }.filter { $0.1 > 0 }
            return .living(Dictionary(uniqueKeysWithValues: left))
        case .postpone(let postponements):
            for postponement in postponements { postpone(postponement, at: time) }
            return .postponed
        case .endLooks(let looks):
            for look in looks where rows[look.run]?.wake == look.wake.milliseconds { rows[look.run]?.forgetLooks() }
            return .endedLooks
        case .versions(let known): return .versions(versions(besides: known))
        case .continued(let asked):
            return .continued(Set(asked.filter { rows[$0.run]?.next ?? 0 > $0.next }.map(\.run)))
        }
    }

    private mutating func beat(_ node: NodeID, for lease: Int64, at time: Int64) -> EngineAnswer {
        var spans = lives[node] ?? []
        if let last = spans.last, last.until > time {
            spans[spans.count - 1].until = time + lease
        } else {
            spans.append((time, time + lease))
        }
        lives[node] = spans
        if planted != .leaseNotKept || leases[node] == nil { leases[node] = time + lease }
        return .beat(Instant(milliseconds: time))
    }

    /// Whether the node has lived, as the engine knows it, from one time to another without a gap.
    package func hasLived(_ node: NodeID, from start: Int64, to end: Int64) -> Bool {
        lives[node]?.contains { $0.began <= start && end < $0.until } ?? false
    }

    /// Whether the device's row still has the version that the change expects.
    private func isFresh(_ change: DeviceChange) -> Bool {
        planted == .noDeviceVersion || devices[change.device]?.version == change.expecting
    }

    /// Changes the device's row if it has the expected version; returns whether it was changed.
    private mutating func change(_ change: DeviceChange) -> Bool {
        guard isFresh(change), let row = devices[change.device] else { return false }
        devices[change.device] = DeviceRow(version: row.version + 1, bytes: change.bytes)
        return true
    }

    private func runs(referenced reference: String, of versions: [FlowVersion]) -> [RunID] {
        let found = blocks.compactMap { run, blocks -> (run: RunID, number: Int)? in
            guard let row = rows[run], !row.isOver, versions.contains(where: { $0.table == row.version?.table }),
                let first = blocks.first, case .began(let beginning)? = first.stored.records.first?.content,
                reference.isSameReference(as: beginning.reference)
            else { return nil }
            return (run, first.number)
        }
        return found.sorted { $0.number > $1.number }.prefix(EngineStatement.greatestFound).map(\.run)
    }

    /// Returns whether the append won.
    private mutating func append(_ append: SharedAppend, at time: Int64) -> Bool {
        let row = rows[append.run]
        if let change = append.change, !isFresh(change) { return false }
        if append.first == 0, row == nil {
            if let request = append.request.map({ ExactText($0) }) {
                if requests[request] != nil { return false }
                requests[request] = append.run
            }
        } else if row?.next != append.first {
            guard planted == .repetitionByFields || planted == .noExpectedVersion, row != nil else { return false }
            if planted == .repetitionByFields { return isThere(append) }
            // `noExpectedVersion`: the append takes the place of what stands there.
            blocks[append.run]?.removeAll { ($0.stored.records.first?.sequence ?? 0) >= append.first }
        }
        var updated = row ?? Row()
        updated.next = append.first + UInt64(append.records.count)
        updated.isOver = append.isOver
        updated.due = append.promise?.milliseconds
        if planted == .promiseNotLowered, updated.wake != nil, updated.due != nil {
            // The planted fault: `wake`, by which looks find the run, stays as it is.
        } else {
            updated.wake = updated.due.map { min(updated.wake ?? .max, $0) }
        }
        if append.movesRun {
            updated.forgetLooks()
            updated.isSetAside = false
        }
        if let change = append.change, planted != .deviceLeftOut { _ = self.change(change) }
        var block = SharedBlock(id: append.id, records: append.records)
        block.device = append.device
        if let version = block.version { updated.version = version }
        rows[append.run] = updated
        appended += 1
        blocks[append.run, default: []].append(TimedBlock(stored: block, at: time, number: appended))
        return true
    }

    /// Whether some block of the run has equal records, whoever wrote them and wherever they stand.
    private func isThere(_ append: SharedAppend) -> Bool {
        blocks[append.run]?.contains { $0.stored.records.map(\.content) == append.records.map(\.content) } ?? false
    }

    private func settled(_ run: RunID, _ first: UInt64) -> SettledAppend {
        let there = blocks[run]?.last { $0.stored.records.first?.sequence == first }?.stored.id
        return SettledAppend(next: rows[run]?.next ?? 0, storedAppend: there)
    }

    private mutating func look(
        by node: NodeID, _ limit: Int, _ lease: Int64, _ versions: [FlowVersion], at time: Int64
    ) -> [RunToLookAt] {
        // Lazily, so that no second dictionary is made of the rows.
        let passed = rows.lazy.filter { _, row in
            guard let wake = row.wake, wake <= time else { return false }
            return versions.contains { $0.table == row.version?.table }
        }.sorted {
            ($0.value.wake ?? 0, $0.key) < ($1.value.wake ?? 0, $1.key)
        }
        var looked: [RunToLookAt] = []
        for (run, row) in passed.prefix(limit) {
            var row = row
            row.note(lookBy: node) { looker in leases[looker].map { $0 > time } ?? false }
            if row.deadLookers >= EngineStatement.greatestLooks {
                (row.wake, row.isSetAside) = (nil, true)
                rows[run] = row
                continue
            }
            let wake = row.due.map { $0 > time ? $0 : time + lease } ?? time + lease
            row.wake = wake
            rows[run] = row
            looks[run, default: []].append((time, node))
            looked.append(RunToLookAt(run: run, wake: Instant(milliseconds: wake)))
        }
        return looked
    }

    private func versions(besides known: [FlowVersion]) -> [FlowVersion] {
        var found: [FlowVersion] = []
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) where row.wake != nil {
            guard let version = row.version, found.count < EngineStatement.greatestFound,
                !(known + found).contains(where: { $0.table == version.table })
            else { continue }
            found.append(version)
        }
        return found
    }

    private mutating func postpone(_ postponement: Postponement, at time: Int64) {
        guard var row = rows[postponement.look.run], row.wake != nil else { return }
        let isSame = row.next == postponement.next && row.wake == postponement.look.wake.milliseconds
        guard isSame || planted == .postponesWithoutVersion else { return }
        row.due = postponement.promise?.milliseconds
        row.wake = row.due
        row.forgetLooks()
        rows[postponement.look.run] = row
    }
}
