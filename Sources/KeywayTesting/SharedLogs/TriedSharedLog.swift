package import KeywayCore
package import KeywayLog
package import KeywayNodes

/// A shared log under test: a function for each statement that nodes make, without the node that would make it.
package struct TriedSharedLog: Sendable {
    package let log: any SharedLogEngine

    package init(_ log: SharedLog) {
        self.log = log.engine
    }

    /// Says that the node lives for its lease from now on; returns the engine's time. Both are in milliseconds.
    @discardableResult
    package func beat(_ node: UInt64 = 1, lease: Int64 = 3_600_000) async throws -> Int64 {
        guard case .beat(let time) = try await ask(.beat(lease: lease), node) else { throw Self.otherKind }
        return time.milliseconds
    }

    /// Returns the runs whose appends have won.
    @discardableResult
    package func append(_ appends: SharedAppend...) async throws -> Set<RunID> { try await append(appends) }

    @discardableResult
    package func append(_ appends: [SharedAppend]) async throws -> Set<RunID> {
        guard case .appended(let won, _) = try await ask(.append(appends), appends.first?.id.node.number ?? 1) else {
            throw Self.otherKind
        }
        return won
    }

    /// Asks of each run where it ends, and which append begins with this record.
    package func settle(_ asked: [(RunID, UInt64)]) async throws -> [RunID: SettledAppend] {
        guard case .settled(let all) = try await ask(.settle(asked.map { (run: $0.0, first: $0.1) })) else {
            throw Self.otherKind
        }
        return all
    }

    /// Asks where the run ends, and which append begins with this record.
    package func settle(_ run: RunID, _ first: UInt64) async throws -> SettledAppend {
        guard let settled = try await settle([(run, first)])[run] else {
            throw Broken(explanation: "nothing is settled of run \(run)")
        }
        return settled
    }

    /// Asks where these runs end; a run that has not begun is left out.
    package func confirm(_ runs: [RunID]) async throws -> [RunID: UInt64] {
        guard case .confirmed(let ends) = try await ask(.confirm(runs)) else { throw Self.otherKind }
        return ends
    }

    /// Asks which of these runs have records from this one on.
    package func continued(_ ends: [(RunID, UInt64)]) async throws -> Set<RunID> {
        guard case .continued(let runs) = try await ask(.continued(ends.map { (run: $0.0, next: $0.1) })) else {
            throw Self.otherKind
        }
        return runs
    }

    /// Reads the blocks of each run from this record on.
    package func load(_ asked: [(RunID, UInt64)]) async throws -> [RunID: [SharedBlock]] {
        guard case .loaded(let runs, _) = try await ask(.load(asked.map { (run: $0.0, from: $0.1) })) else {
            throw Self.otherKind
        }
        return runs
    }

    /// Asks which run has begun by this request; nil where none has.
    package func find(_ request: String) async throws -> RunID? {
        guard case .found(let run) = try await ask(.find(request: request)) else { throw Self.otherKind }
        return run
    }

    /// Asks which runs of these versions began with this reference and are not over; the last one comes first.
    package func runs(
        referenced reference: String, of versions: [FlowVersion] = [SampleRun.version]
    ) async throws -> [RunID] {
        guard case .runs(let runs) = try await ask(.runs(referenced: reference, of: versions)) else {
            throw Self.otherKind
        }
        return runs
    }

    /// Asks for the rows of these devices; a device that has none yet gets an empty row.
    package func devices(_ asked: [DeviceID]) async throws -> [DeviceID: DeviceRow] {
        // A row that somebody else is just making may be left out, so this asks again.
        for _ in 0..<100 {
            guard case .devices(let rows) = try await ask(.devices(asked)) else { throw Self.otherKind }
            if rows.count == Set(asked).count { return rows }
        }
        throw Broken(explanation: "a device's row was left out of 100 answers")
    }

    /// Changes rows of devices; returns the devices whose row was still at the version that the change expects.
    package func change(_ changes: [DeviceChange]) async throws -> Set<DeviceID> {
        guard case .changedDevices(let changed, _) = try await ask(.changeDevices(changes)) else {
            throw Self.otherKind
        }
        return changed
    }

    /// Asks for runs whose promise has passed; no other look is told of them for the lease, in milliseconds.
    package func look(
        by node: UInt64 = 1, limit: Int = 64, lease: Int64 = 3_600_000, serving: [FlowVersion] = [SampleRun.version]
    ) async throws -> [RunToLookAt] {
        let statement = EngineStatement.look(limit: limit, lease: lease, serving: serving)
        guard case .looked(let runs) = try await ask(statement, node) else { throw Self.otherKind }
        return runs
    }

    /// Asks of which flow versions runs wait for a look, now or later, without those that the asker knows.
    package func versions(besides known: [FlowVersion]) async throws -> [FlowVersion] {
        guard case .versions(let versions) = try await ask(.versions(besides: known)) else { throw Self.otherKind }
        return versions
    }

    /// Asks how many milliseconds of its lease each of these nodes has left; a node that lives no longer is left out.
    package func living(_ nodes: [UInt64]) async throws -> [NodeID: Int64] {
        guard case .living(let left) = try await ask(.living(nodes.map { NodeID($0) })) else { throw Self.otherKind }
        return left
    }

    /// Puts off the next look at a run, unless the run was moved or looked at since the look that puts it off.
    package func postpone(_ postponement: Postponement) async throws {
        guard case .postponed = try await ask(.postpone([postponement])) else { throw Self.otherKind }
    }

    /// Ends looks, each unless another one at its run has followed.
    package func end(_ looks: [RunToLookAt]) async throws {
        guard case .endedLooks = try await ask(.endLooks(looks)) else { throw Self.otherKind }
    }

    /// Looks again and again until runs are told, for about ten seconds at most; returns no run where none was told by then.
    package func lookPatiently(by node: UInt64 = 1) async throws -> [RunToLookAt] {
        for _ in 0..<200 {
            let looked = try await look(by: node)
            if !looked.isEmpty { return looked }
            try await Task.sleep(nanoseconds: 50_000_000)
        }
        return []
    }

    private func ask(_ statement: EngineStatement, _ node: UInt64 = 1) async throws -> EngineAnswer {
        try await log.perform(statement, for: NodeID(node))
    }

    private static let otherKind = Broken(explanation: "the answer is of another kind than the statement")
}

extension SampleRun {
    /// An append of these records to a shared log.
    ///
    /// - Parameters:
    ///   - node: the number of the node that appends.
    ///   - number: the append's number among those of the node; nil takes the sequence of the first record.
    ///   - variant: as for `record`.
    ///   - request: the request by which the append begins the run.
    ///   - promise: when some node must look at the run, in milliseconds by the log's clock; nil where nothing of it happens by itself.
    ///   - isOver: whether the run and all of its orders have ended.
    ///   - movesRun: false for an append by which a node only takes over orders of a node that has died.
    ///   - device: the device on which the append begins the run.
    ///   - change: what the append changes of the run's device.
    package func shared(
        _ sequences: Range<UInt64>, by node: UInt64 = 1, number: UInt64? = nil, variant: Int = 0,
        request: String? = nil, promise: Int64? = nil, isOver: Bool = false, movesRun: Bool = true,
        on device: DeviceID? = nil, changing change: DeviceChange? = nil
    ) -> SharedAppend {
        var append = SharedAppend(
            id: AppendID(node: NodeID(node), number: number ?? sequences.lowerBound), run: run,
            records: sequences.map { record($0, variant: variant) }, request: request,
            promise: promise.map { Instant(milliseconds: $0) }, isOver: isOver, movesRun: movesRun)
        (append.device, append.change) = (device, change)
        return append
    }
}
