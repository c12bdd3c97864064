public import KeywayLog

/// Checks that a log keeps what Keyway builds on: for whoever writes a log, under any framework for tests.
///
///     let conformance = LogConformance(
///         openAgain: { log in try MyLog(at: (log as! MyLog).path) },
///         openAfterKill: { log in try MyLog(at: copy(of: (log as! MyLog).path)) },
///         makeLog: { try MyLog(at: freshPath()) })
///     for law in LogLaw.allCases { try await conformance.check(law) }
///
/// A log that is lost with its process needs neither closure. Any other is given both: without `openAfterKill` nothing is asked of its
/// `durability`, and also a log that stores its records only when it is closed passes every check. A log that another process can take over
/// while this one still writes is given `takeOver` besides, or nothing is asked of `LogError.fenced`, and its lease must be held for ever.
///
/// Appends come from several threads at once, and runs have identities that are always the same: each log that is made must be
/// empty, and nobody else may append to it.
public struct LogConformance: Sendable {
    /// Makes a log without records, of its own for each call.
    let makeLog: @Sendable () async throws -> any EventLog
    /// Opens a log again that was closed.
    let openAgain: (@Sendable (any EventLog) async throws -> any EventLog)?
    /// Opens what a log left that nobody closed.
    let openAfterKill: (@Sendable (any EventLog) async throws -> any EventLog)?
    /// Opens, as another process, a log that is at work.
    let takeOver: (@Sendable (any EventLog) async throws -> any EventLog)?
    /// How long a check waits for the reports that are still to come, and for a log that can do nothing now.
    let patience: Duration

    /// A suite for the logs that the closure makes.
    ///
    /// - Parameters:
    ///   - patience: how long a check waits for the reports that are still to come, and for a log that is overloaded or cannot be reached
    ///     now, in pauses of 1 ms; a later report counts as none.
    ///   - openAgain: opens again what a closed log left behind; nil for a log that is only in memory.
    ///   - openAfterKill: opens what a log left behind that was not closed, as its process leaves it when it is killed, or what else the
    ///     log's `durability` names: a copy of its files, or the same tables taken by another connection. The log that it is given is at
    ///     work until then, and is not used any more. Nil for a log that is only in memory.
    ///   - takeOver: opens a log that is at work, as another process does that takes it over, and returns when it has it. The log that it
    ///     is given is used on, as by a process that was cut off. Nil for a log that no other process can take over.
    ///   - makeLog: makes a new log without records for each call.
    public init(
        patience: Duration = .seconds(10),
        openAgain: (@Sendable (any EventLog) async throws -> any EventLog)? = nil,
        openAfterKill: (@Sendable (any EventLog) async throws -> any EventLog)? = nil,
        takeOver: (@Sendable (any EventLog) async throws -> any EventLog)? = nil,
        makeLog: @escaping @Sendable () async throws -> any EventLog
    ) {
        self.makeLog = makeLog
        self.openAgain = openAgain
        self.openAfterKill = openAfterKill
        self.takeOver = takeOver
        self.patience = patience
    }

    /// Checks one law on logs of its own.
    ///
    /// - Parameter law: what is checked. Where the suite was given no `openAgain`, nothing is said of a log that is
    ///   opened again; without `openAfterKill` nothing of one whose process was killed; without `takeOver` nothing of one that was taken.
    /// - Throws: `LogBreach` where the law is not kept, and where a log cannot be made or throws what it must not.
    public func check(_ law: LogLaw) async throws(LogBreach) {
        do {
            try await body(of: law)(self)
        } catch let broken as Broken {
            throw LogBreach(law: law, explanation: broken.explanation)
        } catch {
            throw LogBreach(law: law, explanation: "this was thrown: \(error)")
        }
    }

    private func body(of law: LogLaw) -> @Sendable (LogConformance) async throws -> Void {
        switch law {
        case .readsBack: { try await $0.readsBack() }
        case .pages: { try await $0.pages() }
        case .versions: { try await $0.versions() }
        case .conflicts: { try await $0.conflicts() }
        case .refusedBehind: { try await $0.refusedBehind() }
        case .oneWriter: { try await $0.oneWriter() }
        case .absentRuns: { try await $0.absentRuns() }
        case .invalidRecords: { try await $0.invalidRecords() }
        case .neededRecords: { try await $0.neededRecords() }
        case .toldOnce: { try await $0.toldOnce() }
        case .toldInOrder: { try await $0.toldInOrder() }
        case .toldUnderNoLock: { try await $0.toldUnderNoLock() }
        case .noReceiptBeforeReports: { try await $0.noReceiptBeforeReports() }
        case .toldIsRead: { try await $0.toldIsRead() }
        case .openRuns: { try await $0.openRuns() }
        case .references: { try await $0.references() }
        case .saltOfEachOpening: { try await $0.saltOfEachOpening() }
        case .goesOn: { try await $0.goesOn() }
        case .closing: { try await $0.closing() }
        case .fenced: { try await $0.fenced() }
        case .leaseLost: { try await $0.leaseLost() }
        case .outlivesProcess: { try await $0.outlivesProcess() }
        }
    }
}

/// A check has found that a law is not kept. `LogConformance.check` makes a `LogBreach` of this error, which also names the law.
struct Broken: Error {
    /// What the log did instead.
    var explanation: String
}

/// Throws `Broken` with the explanation unless the condition holds.
func require(_ condition: Bool, _ explanation: @autoclosure () -> String) throws {
    if !condition { throw Broken(explanation: explanation()) }
}
