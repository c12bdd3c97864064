import KeywayCore
import KeywayLog
import KeywayTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One opening of a log, which refuses appends, loses or doubts them, and reports late, as its seed draws.
final class FailingLog: EventLog {
    fileprivate struct State {
        var chance: SeededGenerator
        /// How many appends were asked for.
        var appends = 0
        /// The errors of the next readings, one each.
        var readingFaults: [LogError] = []
        /// How often the log will say that it is overloaded.
        var overloads = 0
        var faults = 0
        /// Whether another process has the log.
        var isLost = false
        var lossReports: [@Sendable () -> Void] = []
    }

    let base: any EventLog
    private let trouble: Trouble
    private let mistake: ReopenedMistake?
    private let witness: Witness
    private let reports = PromisedReports()
    private let state: Lock<State>
    /// Whether this opening adds no trouble of its own: it refuses and loses no append, fails no reading, and delays no report.
    private let isCalm: Bool

    init(
        _ base: any EventLog, trouble: Trouble, isCalm: Bool, mistake: ReopenedMistake?, witness: Witness,
        chance: SeededGenerator
    ) {
        (self.base, self.trouble, self.isCalm, self.mistake, self.witness) = (base, trouble, isCalm, mistake, witness)
        var state = State(chance: chance)
        if !isCalm, state.chance.happens(percent: 15) {
            let fault = Trouble.fault
            let errors: [LogError] = [.unavailable(retryAfter: nil), .storage(fault), .damaged("the seed says so")]
            state.readingFaults = [errors.randomElement(using: &state.chance) ?? .storage(fault)]
        }
        self.state = Lock(state)
    }

    var durability: Durability { base.durability }
    var salt: UInt64 { base.salt }
    var epoch: UInt32 { base.epoch }
    var lease: LogLease { state.withLock { $0.isLost ? .lost : .held } }
    /// How often it failed.
    var faults: Int { state.withLock { $0.faults } }

    func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) {
        let isLost = state.withLock { state in
            if !state.isLost { state.lossReports.append(report) }
            return state.isLost
        }
        if isLost { Task.detached { report() } }
    }

    /// Another process takes the log: from now on this opening takes nothing.
    func lose() async {
        let reports = state.withLock { state in
            state.isLost = true
            return state.lossReports
        }
        for report in reports { report() }
        try? await base.close()
    }

    var isOverloaded: Bool {
        let isSoItself = state.withLock { state in
            defer { state.overloads = max(0, state.overloads - 1) }
            return state.overloads > 0 && !state.isLost
        }
        return isSoItself || base.isOverloaded
    }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let (fate, delay, isSlow) = try state.withLock { (state) throws(LogError) in
            if state.isLost { throw .fenced }
            return state.nextFate(by: trouble, isCalm: isCalm)
        }
        if case .refused(let error) = fate { throw error }
        let (run, next) = (append.run, (append.records.last?.sequence ?? 0) + 1)
        let number = reports.promise(after: delay) { [witness] error in
            if error == nil { witness.noteDurable(run, to: next) }
            report(error)
        }
        if case .lost(let error) = fate {
            reports.add(number, with: mistake == .lossTakenForSuccess ? nil : error)
            return .pending
        }
        let isInDoubt = fate == .keptInDoubt
        do throws(LogError) {
            let receipt = try base.append(append) { [reports] error in
                reports.add(number, with: error ?? (isInDoubt ? .inDoubt(Trouble.fault) : nil))
            }
            // As where the thread is set aside here: the report may come before the receipt.
            if isSlow { usleep(500) }
            if receipt == .pending { return .pending }
        } catch {
            reports.takeBack(number)
            throw error
        }
        if !isInDoubt, delay == .zero, reports.takeBackIfFirst(number) {
            witness.noteDurable(run, to: next)
            return .durable
        }
        reports.add(number, with: isInDoubt ? .inDoubt(Trouble.fault) : nil)
        return .pending
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        let (error, most) = state.withLock { $0.nextReading() }
        if let error { throw error }
        let records = try await base.records(of: run, from: first, limit: min(limit, most))
        if let last = records.last { witness.noteDurable(run, to: last.sequence + 1) }
        return records
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        try await base.openRuns(after: run, limit: min(limit, 3))
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try await base.runs(of: reference, after: run, limit: limit)
    }

    /// Closes the log; now and then some reports come only after that.
    func close() async throws(LogError) {
        let waits = state.withLock { $0.chance.happens(percent: 70) }
        let failure: LogError?
        do throws(LogError) {
            try await base.close()
            failure = nil
        } catch {
            failure = error
        }
        if waits { await settle() }
        if let failure { throw failure }
    }

    /// Returns when all reports are made that were promised.
    func settle() async { while !reports.areMade { await pause(for: .milliseconds(1)) } }
}

extension FailingLog.State {
    /// The fate of the next append, by how much its report is late, and whether the call itself takes long.
    mutating func nextFate(by trouble: Trouble, isCalm: Bool) -> (Trouble.Fate, delay: Duration, isSlow: Bool) {
        defer { appends += 1 }
        if isCalm { return (.kept, .zero, false) }
        let fate = trouble.fate(of: appends)
        if fate != .kept { faults += 1 }
        if trouble.kind == .isOverloaded, appends == trouble.spared {
            faults += 1
            overloads = 20
        }
        let delay: Duration =
            chance.happens(percent: 20) ? .microseconds(Int.random(in: 50...2_000, using: &chance)) : .zero
        return (fate, delay, chance.happens(percent: 4))
    }

    /// The fault of the next reading, nil for none, and how many records it gives at most.
    mutating func nextReading() -> (LogError?, most: Int) {
        if let error = readingFaults.popLast() {
            faults += 1
            return (error, 0)
        }
        return (nil, [1, 3, 1024].randomElement(using: &chance) ?? 1024)
    }
}
