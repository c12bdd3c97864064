import KeywayCore
import KeywayLog
import KeywayRuns

extension Orchestrator {
    /// How many open runs are asked of the log at a time. It may give fewer although there are more.
    private static let pageSize = 256

    /// A run that came back, with the positions in the log of the records by which it holds sources and lanes or waits for lanes. There may
    /// be a million such runs, and most have none.
    private struct Returned {
        let live: LiveRun
        /// The calls by which it holds sources.
        var calls: [(position: UInt64, source: CallbackReading.SourceName)] = []
        /// The lanes that it holds or stands in line for.
        var requests: [(position: UInt64, isHeld: Bool, request: LaneRequest)] = []
        /// The position in the log of the earliest record that the run still needs; `.max` if none. Runs go on in this order.
        let earliestPosition: UInt64
    }

    /// Makes all open runs of the log, gives them their sources and lanes back, and then lets each decide what is due.
    ///
    /// All runs are made first, so that none takes a source or lane that belongs to a run which is not made yet. No record says
    /// who holds a source or who waits for a lane: both follow from the positions of calls and requests in the log.
    func recover() async throws(LogError) {
        let returned = try await openRuns()
        for run in returned { adopt(run.live) }
        restoreSources(of: returned)
        restoreLanes(of: returned)
        for run in returned.sorted(by: { $0.earliestPosition < $1.earliestPosition }) {
            await waitForRoom()
            run.live.comeBack()
        }
        if state.withLock({ $0.hasLostLog }) { throw .fenced }
    }

    /// Whether the log has room for records that could wait; true as well for a failed log, where waiting is no help.
    var hasRoom: Bool { !log.isOverloaded || state.withLock { $0.logHasFailed || $0.hasLostLog } }

    /// Returns when the log has room for records, or has failed or was lost; a closed log counts as having room.
    ///
    /// A million runs may be due at once. They can wait, but a run is stopped if the log has no room for its records.
    func waitForRoom() async {
        while !hasRoom { await pause(for: .milliseconds(1)) }
    }

    private func openRuns() async throws(LogError) -> [Returned] {
        let log = log
        let opening = RecoveredRun.Opening(epoch: log.epoch, salt: log.salt, now: time.now, recovery: recovery)
        var returned: [Returned] = []
        var last: RunID?
        while true {
            let after = last
            let page = try await whenReachable { () throws(LogError) in
                try await log.openRuns(after: after, limit: Self.pageSize)
            }
            for open in page {
                do throws(Orchestrator.UnresumedRun.Reason) {
                    if let run = try await recover(open, in: opening) { returned.append(run) }
                } catch {
                    let unresumed = Orchestrator.UnresumedRun(run: open.run, reference: open.reference, reason: error)
                    state.withLock { $0.unresumed.append(unresumed) }
                }
            }
            guard let end = page.last?.run else { return returned }
            last = end
        }
    }

    /// Makes the live run from an open run's records; nil for a run of a transcript or a shadow, which has no handlers.
    private func recover(
        _ open: OpenRun, in opening: RecoveredRun.Opening
    ) async throws(Orchestrator.UnresumedRun.Reason) -> Returned? {
        let records: [Record]
        do throws(LogError) {
            records = try await whenReachable { () throws(LogError) in
                try await log.allRecords(of: open.run, from: 0, to: open.next)
            }
        } catch {
            throw .unread(error)
        }
        guard let first = records.first, case .began(let beginning) = first.content else {
            throw .malformed(sequence: records.first?.sequence ?? 0)
        }
        if beginning.kind != .live { return nil }
        let service = try RecoveredRun.service(of: beginning, among: services)
        let (recovered, sealer): (RecoveredRun, ValueSealer?)
        do throws(Orchestrator.UnresumedRun.Reason) {
            (recovered, sealer) = try await self.recovered(records, beginning: beginning, of: service, in: opening)
        } catch {
            // The key store may answer another process, and then the run goes on with its lanes.
            if case .key(.unavailable) = error,
                let machine = try? RecoveredRun.machine(of: records, by: service.flow, openedBy: nil)
            {
                reserveLanes(heldIn: machine, reference: beginning.reference)
            }
            throw error
        }
        if keys != nil, !recovered.hasValues, records.hasSealedValues {
            state.withLock { $0.withoutValues.append(open.run) }
        }
        let live = LiveRun(
            recovered.machine, of: recovered.service, reference: recovered.reference,
            on: makeDevice(open.run, recovered.reference), in: self, sealer: sealer, lead: recovered.lead,
            shown: RunView(of: recovered.machine, aheadBy: recovered.lead))
        live.packNow()
        let positions = Dictionary(open.neededRecords.map { ($0.sequence, $0.position) }) { first, _ in first }
        return Returned(
            live: live,
            calls: recovered.machine.calls.map { (positions[$0.sequence] ?? 0, $0.source) },
            requests: recovered.machine.lanes.map {
                (positions[$0.sequence] ?? 0, !recovered.machine.awaitsGrant(of: $0), $0)
            },
            earliestPosition: positions.values.min() ?? .max)
    }

    /// Makes the run from its records, with what opens its values.
    private func recovered(
        _ records: [Record], beginning: Beginning, of service: ServedFlow, in opening: RecoveredRun.Opening
    ) async throws(Orchestrator.UnresumedRun.Reason) -> (RecoveredRun, ValueSealer?) {
        let sealer: ValueSealer?
        do throws(KeyError) {
            sealer = try await self.sealer(of: records[0].run, following: service.flow)
        } catch {
            throw .key(error)
        }
        let recovered = try RecoveredRun(records, beginning: beginning, of: service, in: opening, openedBy: sealer)
        return (recovered, sealer)
    }

    /// Asks again while the log is `unavailable`, up to nine times with pauses of about 10 seconds in all: a log in a database may be
    /// out of reach for a moment, and no run is given up for that.
    private func whenReachable<Answer: Sendable>(
        _ question: () async throws(LogError) -> Answer
    ) async throws(LogError) -> Answer {
        var wait = Duration.milliseconds(20)
        while true {
            do throws(LogError) {
                return try await question()
            } catch {
                guard case .unavailable = error, wait < .seconds(10) else { throw error }
                await pause(for: wait)
                wait *= 2
            }
        }
    }

    /// Each source is held by the run whose call of it stands last in the log.
    private func restoreSources(of returned: [Returned]) {
        let calls = returned.flatMap { run in
            run.calls.map { (position: $0.position, source: $0.source, run: run.live) }
        }
        for call in calls.sorted(by: { ($0.position < $1.position) != (recovery.planted == .reversesSources) }) {
            call.run.sources.restore(call.source, to: call.run)
        }
    }

    /// Asks for the lanes again: first whoever holds one by its records, then the others in the order of the log.
    ///
    /// Where the log failed and was opened again in place, a lane may have gone to a run that stands further behind in the log.
    private func restoreLanes(of returned: [Returned]) {
        let requests = returned.flatMap { run in
            run.requests.map { (place: ($0.isHeld ? 0 : 1, $0.position), request: $0.request, run: run.live) }
        }
        for request in requests.sorted(by: { ($0.place < $1.place) != (recovery.planted == .reversesLanes) }) {
            request.run.post([.consequence(.ask(request.request))])
        }
    }
}
