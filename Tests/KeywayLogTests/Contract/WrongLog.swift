import KeywayCore
import KeywayLog
import KeywayTesting

/// A log in memory that calls reports later, from a thread of the pool, and makes one mistake on purpose, or none.
final class WrongLog: EventLog {
    /// What is done wrong.
    enum Mistake: CaseIterable {
        case losesField, confusesStamps, confusesDispositions, confusesKinds, confusesClosings, swallowsAppend
        case ignoresLimit, ignoresFirst, mixesAnnotations, takesGaps, acceptsRepetition, beginsAnywhere
        case givesOneAtLeast, beginsAnewBehindUnknown, repeatsReferences
        case takesPartOfInvalid, takesAnyNeeds
        case tellsUnderLock
        case tellsTwice, tellsInside, neverTells, staysOverloaded, reordersTellings, durableBeforeEarlier
        case tellsBeforeReading, forgetsNeededRecords, losesPositions, skipsOpenRun, forgetsLazyEnds
        case mixesReferences, ordersByIdentity, sameSalt, epochStands
        case forgetsEnds, refusesWhatIsThere, fallsSilent, positionsFromZero, joinsNeeds
        case takesWhenClosed, losesAtClosing, overloadedWhenClosed
        case storesWhenClosed, tearsAppends
        case takesWhenTaken, storesWhenTaken, closedWhenTaken, losesWhenTaken, closesForAll
        case neverHeld, neverLost, lostAtFirst, heldAgain, losesQuietly, tellsLossTwice, forgetsLateAskers, losesForBoth
        case knowsRunsByHalf, cutsAppends, cutsTables, mixesSigns, cutsReferences, endsReferencesAtNUL

        /// The law that it breaks.
        var law: LogLaw {
            switch self {
            case .losesField, .confusesStamps, .confusesDispositions, .confusesKinds, .confusesClosings,
                .swallowsAppend, .knowsRunsByHalf, .cutsAppends, .ignoresFirst:
                .readsBack
            case .ignoresLimit, .givesOneAtLeast: .pages
            case .mixesAnnotations, .cutsTables: .versions
            case .takesGaps: .conflicts
            case .acceptsRepetition: .oneWriter
            case .beginsAnywhere: .absentRuns
            case .takesPartOfInvalid: .invalidRecords
            case .takesAnyNeeds: .neededRecords
            case .tellsTwice, .tellsInside, .neverTells, .staysOverloaded: .toldOnce
            case .reordersTellings: .toldInOrder
            case .tellsUnderLock: .toldUnderNoLock
            case .durableBeforeEarlier: .noReceiptBeforeReports
            case .tellsBeforeReading: .toldIsRead
            case .forgetsNeededRecords, .losesPositions, .skipsOpenRun, .forgetsLazyEnds, .mixesSigns,
                .beginsAnewBehindUnknown:
                .openRuns
            case .mixesReferences, .ordersByIdentity, .cutsReferences, .endsReferencesAtNUL, .repeatsReferences:
                .references
            case .sameSalt, .epochStands: .saltOfEachOpening
            case .forgetsEnds, .refusesWhatIsThere, .fallsSilent, .positionsFromZero, .joinsNeeds: .goesOn
            case .takesWhenClosed, .losesAtClosing, .overloadedWhenClosed: .closing
            case .storesWhenClosed, .tearsAppends: .outlivesProcess
            case .takesWhenTaken, .storesWhenTaken, .closedWhenTaken, .losesWhenTaken, .closesForAll: .fenced
            case .neverHeld, .neverLost, .lostAtFirst, .heldAgain, .losesQuietly, .tellsLossTwice, .forgetsLateAskers,
                .losesForBoth:
                .leaseLost
            }
        }
    }

    private struct State {
        var queue: [(error: LogError?, told: @Sendable (LogError?) -> Void)] = []
        var isTelling = false
        var taken = 0
        var isClosed = false
        var annotations: FlowVersion?
        /// The run of the append that was taken last.
        var lastRun: RunID?
        /// The records of the opening that has taken this one over; nil while none has.
        var heir: MemoryLog?
        var isLost = false
        /// How often the lease was asked for since it is lost.
        var looks = 0
        var lossReports: [@Sendable () -> Void] = []
    }

    private let mistake: Mistake?
    private let base: MemoryLog
    /// How many records the log had at each of its openings; at the first one none.
    private let starts: [UInt64]
    /// The runs that the log had when it was opened.
    private let earlierRuns: Set<RunID>
    private let state = Lock(State())
    /// By the mistake `tellsUnderLock` it is held by an append and around each report.
    private let appending = Lock(())

    init(_ mistake: Mistake?) {
        self.mistake = mistake
        base = mistake == .sameSalt ? MemoryLog(salt: 7) : MemoryLog()
        starts = [0]
        earlierRuns = []
    }

    /// The log that was closed, opened again.
    convenience init(openingAgain log: WrongLog) { self.init(opening: log.base.reopened(), of: log) }

    /// The log as it is found after its process was killed.
    convenience init(afterKillOf log: WrongLog) {
        let left =
            switch log.mistake {
            case .storesWhenClosed: MemoryLog()
            case .tearsAppends: log.tornBase
            default: log.base.reopened()
            }
        self.init(opening: left, of: log)
    }

    /// The log as another process takes it over; the former opening is cut off.
    convenience init(takingOver log: WrongLog) {
        let taken = log.base.reopened()
        self.init(opening: log.mistake == .losesWhenTaken ? MemoryLog().reopened() : taken, of: log)
        log.state.withLock { $0.heir = taken }
        log.lose()
        if log.mistake == .losesForBoth { lose() }
    }

    private init(opening base: MemoryLog, of log: WrongLog) {
        mistake = log.mistake
        self.base = base
        starts = log.starts + [UInt64(base.runs.map { base.records(of: $0).count }.reduce(0, +))]
        earlierRuns = Set(base.runs)
    }

    var durability: Durability { .memory }
    var salt: UInt64 { base.salt }
    var epoch: UInt32 { mistake == .epochStands ? min(base.epoch, 2) : base.epoch }
    var isOverloaded: Bool { mistake == .overloadedWhenClosed && state.withLock { $0.isClosed } }

    var lease: LogLease {
        state.withLock { state in
            if mistake == .neverHeld, !state.isLost { return .lapsed }
            guard state.isLost, mistake != .neverLost else { return .held }
            state.looks += 1
            return mistake == .heldAgain && state.looks > 2 ? .held : .lost
        }
    }

    func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) {
        let isLost = state.withLock { state in
            if !state.isLost { state.lossReports.append(report) }
            return state.isLost
        }
        if isLost, mistake != .forgetsLateAskers { report() }
    }

    private func lose() {
        let reports = state.withLock { state in
            state.isLost = true
            defer { state.lossReports = [] }
            return state.lossReports
        }
        if mistake == .losesQuietly { return }
        Task.detached { [mistake] in
            for report in reports + (mistake == .tellsLossTwice ? reports : []) { report() }
        }
    }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        if mistake == .tellsUnderLock { appending.withLock { _ in } }
        let number = state.withLock { state in
            state.taken += 1
            state.lastRun = append.run
            return state.taken
        }
        if mistake == .refusesWhatIsThere, earlierRuns.contains(append.run) {
            throw .conflict(run: append.run, expected: append.records.first?.sequence ?? 0, actual: 0)
        }
        if mistake == .staysOverloaded, number > 8 { throw .overloaded }
        if mistake == .knowsRunsByHalf, base.runs.contains(where: { $0.low == append.run.low && $0 != append.run }) {
            throw .conflict(run: append.run, expected: append.records.first?.sequence ?? 0, actual: 1)
        }
        if mistake == .lostAtFirst { lose() }
        do throws(LogError) {
            _ = try base.append(changed(append, number), report: { _ in })
        } catch {
            if error == .fenced { try takeWhenTaken(append) }
            if !accepts(append, error) { throw error }
        }
        switch mistake {
        case .tellsInside where number % 8 == 0: report(nil)
        case .neverTells where number % 8 == 0: break
        case .fallsSilent where !earlierRuns.isEmpty: break
        case .durableBeforeEarlier where number % 8 == 0: return .durable
        default:
            enqueue(report)
            if mistake == .tellsTwice, number % 8 == 0 { enqueue(report) }
        }
        return .pending
    }

    /// The records of the log without the very last one, as if half of the last append had been written.
    private var tornBase: MemoryLog {
        let (torn, last) = (MemoryLog(), state.withLock { $0.lastRun })
        for run in base.runs {
            let records = base.records(of: run).dropLast(run == last ? 1 : 0)
            let append = Append(run: run, records: Array(records), standing: .open(neededRecords: []))
            do throws(LogError) { _ = try torn.append(append) { _ in } } catch { preconditionFailure("\(error)") }
        }
        return torn
    }

    /// What the log stores instead of the append that it was given.
    private func changed(_ append: Append, _ number: Int) -> Append {
        var append = append
        switch mistake {
        case .losesField:
            if case .event(var event) = append.records[0].content {
                event.inputID = nil
                append.records[0].content = .event(event)
            }
        case .confusesStamps, .confusesDispositions, .confusesKinds, .confusesClosings:
            append.records = append.records.map(confused)
        case .forgetsLazyEnds:
            if append.isLazy, append.standing == .over { append.standing = .open(neededRecords: []) }
        case .mixesAnnotations:
            changeBeginning(of: &append) { beginning in
                let version = beginning.version
                beginning.version = state.withLock { state in
                    let known = state.annotations ?? version
                    state.annotations = known
                    return known.table == version.table ? known : version
                }
            }
        case .mixesReferences: changeBeginning(of: &append) { if $0.reference == "" { $0.reference = nil } }
        case .cutsReferences:
            changeBeginning(of: &append) { $0.reference = $0.reference.map { String($0.prefix(255)) } }
        case .endsReferencesAtNUL:
            changeBeginning(of: &append) { $0.reference = $0.reference.map { String($0.prefix { $0 != "\0" }) } }
        case .cutsTables:
            changeBeginning(of: &append) { beginning in
                let table = Array(beginning.version.table.prefix(4_096))
                beginning.version = FlowVersion(table: table, annotations: beginning.version.annotations)
            }
        case .cutsAppends: append.records = Array(append.records.prefix(255))
        case .takesPartOfInvalid:
            let good = append.records.enumerated().prefix {
                $0.element.run == append.run && $0.element.sequence == append.records[0].sequence + UInt64($0.offset)
            }
            if !good.isEmpty { append.records = good.map(\.element) }
        case .takesAnyNeeds:
            if case .open = append.standing { append.standing = .open(neededRecords: []) }
        case .forgetsNeededRecords:
            if case .open(let neededRecords) = append.standing, neededRecords.count > 2 {
                append.standing = .open(neededRecords: [])
            }
        default: break
        }
        return append
    }

    private func changeBeginning(of append: inout Append, _ change: (inout Beginning) -> Void) {
        guard case .began(var beginning)? = append.records.first?.content else { return }
        change(&beginning)
        append.records[0].content = .began(beginning)
    }

    /// The record with one mark of it changed into another one, as by a log that knows one mark too few.
    private func confused(_ record: Record) -> Record {
        var record = record
        switch record.content {
        case .event(var event):
            if mistake == .confusesStamps, event.stamp == .stale { event.stamp = .current }
            if mistake == .confusesDispositions, event.disposition == .stale { event.disposition = .late }
            record.content = .event(event)
        case .began(var beginning):
            if mistake == .confusesKinds, beginning.kind == .shadow { beginning.kind = .transcript }
            record.content = .began(beginning)
        case .closed(let order, .valueGone):
            if mistake == .confusesClosings { record.content = .closed(order, .interrupted) }
        default: break
        }
        return record
    }

    /// What the log does wrong with an append that comes when another opening has the log.
    private func takeWhenTaken(_ append: Append) throws(LogError) {
        switch mistake {
        case .storesWhenTaken: _ = try state.withLock { $0.heir }?.append(append, report: { _ in })
        case .closedWhenTaken: throw .closed
        default: break
        }
    }

    /// Whether the log says that it took an append that it should refuse.
    private func accepts(_ append: Append, _ error: LogError) -> Bool {
        switch (mistake, error) {
        case (.takesGaps, .conflict(_, let expected, let actual)): expected > actual && actual > 0
        case (.beginsAnywhere, .conflict(_, _, 0)): true
        case (.acceptsRepetition, .conflict):
            base.records(of: append.run).dropFirst(Int(append.records[0].sequence)).starts(with: append.records)
        case (.forgetsEnds, .conflict(_, 0, _)): earlierRuns.contains(append.run)
        case (.takesWhenClosed, .closed), (.takesWhenTaken, .fenced): true
        default: false
        }
    }

    private func enqueue(_ told: @escaping @Sendable (LogError?) -> Void) {
        let begins = state.withLock { state in
            let place =
                mistake == .reordersTellings && state.queue.count > 2 ? state.queue.count - 2 : state.queue.count
            state.queue.insert((nil, told), at: place)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if begins { Task.detached { await self.tellAll() } }
    }

    private func tellAll() async {
        // The wait lets several appends be unreported at once.
        try? await Task.sleep(for: .milliseconds(1))
        while let next = state.withLock({ state in
            if state.queue.isEmpty { state.isTelling = false }
            return state.queue.isEmpty ? nil : state.queue.removeFirst()
        }) {
            if mistake == .tellsUnderLock {
                appending.withLock { _ in next.told(next.error) }
            } else {
                next.told(next.error)
            }
        }
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        let all = base.records(of: run, from: first, limit: limit)
        switch mistake {
        case .swallowsAppend: return all.filter { $0.sequence != 11 }
        case .ignoresLimit: return base.records(of: run, from: first, limit: .max)
        case .ignoresFirst: return base.records(of: run, from: 0, limit: limit)
        case .givesOneAtLeast: return base.records(of: run, from: first, limit: max(1, limit))
        case .tellsBeforeReading: return all.filter { $0.sequence < 3 }
        default: return all
        }
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        var page = base.openRuns(after: run, limit: limit)
        switch mistake {
        case .beginsAnewBehindUnknown:
            if let run, !base.runs.contains(run) { page = base.openRuns(after: nil, limit: limit) }
        case .skipsOpenRun: if run != nil { page = Array(page.dropFirst()) }
        case .mixesSigns:
            // In the order of a server's signed numbers, from behind a run by Swift's unsigned ones.
            let all = base.openRuns(after: nil, limit: .max).sorted {
                Int64(bitPattern: $0.run.high) < Int64(bitPattern: $1.run.high)
            }
            page = Array(all.filter { open in run.map { open.run.high > $0.high } ?? true }.prefix(limit))
        case .losesPositions:
            for place in page.indices {
                page[place].neededRecords = page[place].neededRecords.map {
                    .init(sequence: $0.sequence, position: $0.sequence)
                }
            }
        case .positionsFromZero:
            for place in page.indices {
                page[place].neededRecords = page[place].neededRecords.map { needed in
                    let start = starts.last { $0 <= needed.position } ?? 0
                    return OpenRun.NeededRecord(sequence: needed.sequence, position: needed.position - start)
                }
            }
        case .joinsNeeds:
            for place in page.indices where earlierRuns.contains(page[place].run) {
                page[place].neededRecords = page[place].neededRecords.prefix(1) + page[place].neededRecords
            }
        default: break
        }
        return page
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        let runs = base.runs(of: reference, after: run, limit: limit)
        return switch mistake {
        case .ordersByIdentity: runs.sorted { $0.low < $1.low }
        case .repeatsReferences where run.map { !base.runs.contains($0) } ?? false:
            base.runs(of: reference, after: nil, limit: limit)
        default: runs
        }
    }

    func close() async throws(LogError) {
        base.close()
        if mistake == .closesForAll { state.withLock { $0.heir }?.close() }
        state.withLock { $0.isClosed = true }
        if mistake == .losesAtClosing {
            state.withLock { state in
                let fault = StorageFault(operation: "write to", subject: "memory", number: 0, reason: "closed")
                state.queue = state.queue.map { (.storage(fault), $0.told) }
            }
        }
    }
}
