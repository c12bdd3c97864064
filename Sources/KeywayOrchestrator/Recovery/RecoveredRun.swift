import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// A run of an earlier process that was made again from its records, ready to go on in this one.
struct RecoveredRun {
    /// The opening of the log that goes on with the runs, and the time.
    struct Opening {
        /// The opening's number: later openings have greater ones.
        var epoch: UInt32
        /// The opening's random number, a part of the key of each effect.
        var salt: UInt64
        /// Now by the process's clock, which began at the time of the wall clock and is never set back.
        var now: Instant
        /// The rules for a run that comes back.
        var recovery: Recovery
    }

    /// The app's service for the flow that the run follows.
    let service: ServedFlow
    private(set) var machine: RunMachine
    /// The app's own name for the run; nil where it gave none.
    let reference: String?
    /// Whether the run has its personal and secret values again.
    let hasValues: Bool
    /// By how many milliseconds the run's clock is ahead of the process's.
    let lead: Int64

    /// Replays all records of a run, and sets its clock to now.
    ///
    /// The run's clock is advanced by the wall time since the run began, or since it last came back, so that a process which is
    /// started again and again does not start each timer anew. The run's clock never goes back: where somebody has set the wall
    /// clock back, it continues from the run's last record.
    /// - Parameters:
    ///   - records: all records of the run, from the first one.
    ///   - beginning: what the first record says.
    ///   - service: the app's, for the flow that the run follows.
    ///   - opening: the opening of the log by this process, which goes on with the run.
    ///   - sealer: decrypts the run's personal and secret values by its key; nil where the key is gone, and with it these values.
    /// - Throws: why the run is not resumed.
    init(
        _ records: [Record], beginning: Beginning, of service: ServedFlow, in opening: Opening,
        openedBy sealer: ValueSealer?
    ) throws(Orchestrator.UnresumedRun.Reason) {
        self.service = service
        reference = beginning.reference
        let start = records.first?.time ?? opening.now
        // The run's clock, the wall clock and the opening's number when the run began or last came back.
        var (time, wall, epoch) = (start, start, UInt32(0))
        // The run began in this very opening of the log: another orchestrator of this process has it.
        if beginning.salt == opening.salt { throw .isLive }
        for record in records {
            guard case .resumed(let resumption) = record.content else { continue }
            if resumption.salt == opening.salt { throw .isLive }
            guard resumption.epoch > epoch, resumption.epoch < opening.epoch else {
                throw .resumedTwice(sequence: record.sequence)
            }
            (time, wall, epoch) = (record.time, resumption.wallTime, resumption.epoch)
        }
        machine = try Self.machine(of: records, by: service.flow, openedBy: sealer)
        hasValues = sealer != nil && machine.hasItsValues
        // A run has all of its values or none: a flow that is told that it has them relies on each.
        if sealer != nil, !hasValues { machine = try Self.machine(of: records, by: service.flow, openedBy: nil) }
        // `settle` is false where an event that the last decision owed to a leg has no record: a sound log has the records of one decision
        // all or not at all.
        guard machine.settle() else { throw .malformed(sequence: machine.nextSequence - 1) }
        // True in every app: only a test plants the fault.
        let countsAbsence = opening.recovery.planted != .ignoresWallClock
        // Now by the run's clock, if nobody has set the wall clock back. A wall clock that was set back behind the run's last record would
        // give each process the time of that record, so that a wait never ended: the run says at once that it came back, and when.
        let reached = time.advanced(byMilliseconds: opening.now.milliseconds(since: wall))
        let now = max(machine.latest, countsAbsence ? reached : time)
        lead = max(0, now.milliseconds(since: opening.now))
        let resumption = Resumption(epoch: opening.epoch, wallTime: opening.now, salt: opening.salt)
        machine.comeBack(
            as: resumption, at: opening.now.advanced(byMilliseconds: lead), isClockBehind: reached < machine.latest,
            hasValues: hasValues, by: opening.recovery)
    }

    /// The run as its records leave it, with the values that its key opens.
    static func machine(
        of records: [Record], by flow: RunningFlow, openedBy sealer: ValueSealer?
    ) throws(Orchestrator.UnresumedRun.Reason) -> RunMachine {
        var fold: Fold
        do throws(Replay.Failure) { fold = try Fold(records.first, by: flow, tellingSteps: false) } catch {
            throw Orchestrator.UnresumedRun.Reason(error)
        }
        for record in records.dropFirst() {
            var opened: Record?
            if let sealer {
                do throws(KeyError) { opened = try fold.machine.opened(record, by: sealer) } catch { throw .key(error) }
            }
            do throws(Replay.Failure) { try fold.take(record, opened: opened) } catch {
                throw Orchestrator.UnresumedRun.Reason(error)
            }
        }
        // The first record of which the served flow makes something else than the log says.
        if let difference = fold.difference { throw .disagreement(sequence: difference.sequence) }
        return fold.machine
    }

    /// The service of the flow that has the table which the run began with.
    static func service(
        of beginning: Beginning, among services: [String: ServedFlow]
    ) throws(Orchestrator.UnresumedRun.Reason) -> ServedFlow {
        // The usual case comes first: then the run's own table need not be decoded.
        for service in services.values where service.version.table == beginning.version.table { return service }
        guard let table = try? beginning.version.flow().table else { throw .unreadable }
        guard let service = services[table.name] else { throw .notServed(flow: table.name) }
        throw .otherVersion(flow: table.name, recorded: table.version, served: service.flow.table.version)
    }
}

extension Orchestrator.UnresumedRun.Reason {
    fileprivate init(_ error: Replay.Failure) {
        self =
            switch error {
            case .noRecords, .noBeginning: .malformed(sequence: 0)
            case .table: .unreadable
            case .malformed(let sequence): .malformed(sequence: sequence)
            }
    }
}
