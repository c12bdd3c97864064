import KeywayLog
import KeywayTesting
import Testing

@Suite("What every log keeps to")
struct ConformanceTests {
    @Test("A log in memory keeps every law", arguments: LogLaw.allCases)
    func memory(law: LogLaw) async throws {
        try await LogConformance(
            openAgain: { log in try #require(log as? MemoryLog).reopened() },
            openAfterKill: { log in try #require(log as? MemoryLog).reopened() }, makeLog: { MemoryLog() }
        ).check(law)
    }

    /// It has no lease: within one process nobody is cut off.
    @Test("A log in memory that was opened again is fenced")
    func fencedMemory() async throws {
        try await LogConformance(
            takeOver: { log in try #require(log as? MemoryLog).reopened() }, makeLog: { MemoryLog() }
        ).check(.fenced)
    }

    @Test("A log that reports later, from a thread of the pool, keeps every law", arguments: LogLaw.allCases)
    func later(law: LogLaw) async throws {
        try await conformance(of: nil).check(law)
    }

    @Test("Each mistake that a log can make breaks the law that is about it", arguments: WrongLog.Mistake.allCases)
    func mistakes(mistake: WrongLog.Mistake) async throws {
        let conformance = conformance(of: mistake, patience: .milliseconds(300))
        let breach = await #expect(throws: LogBreach.self) {
            try await conformance.check(mistake.law)
        }
        #expect(breach?.law == mistake.law)
    }

    /// The laws of a log that makes the mistake, or none, and that can be opened again.
    private func conformance(of mistake: WrongLog.Mistake?, patience: Duration = .seconds(10)) -> LogConformance {
        LogConformance(
            patience: patience, openAgain: { log in WrongLog(openingAgain: try #require(log as? WrongLog)) },
            openAfterKill: { log in WrongLog(afterKillOf: try #require(log as? WrongLog)) },
            takeOver: { log in WrongLog(takingOver: try #require(log as? WrongLog)) }, makeLog: { WrongLog(mistake) })
    }

    @Test("Whoever reads all records from a log that gives its first page again and again hears that it is damaged")
    func samePage() async throws {
        let (log, run) = (WrongLog(.ignoresFirst), SampleRun(1))
        try await log.append(run.append(0..<3))
        await #expect(throws: LogError.damaged("of run \(run.run) record 3 was asked for, and record 0 came")) {
            try await log.records(of: run.run)
        }
    }

    @Test(
        "A log that learns later where a run ends, and is out of reach now and then, keeps every law",
        arguments: LogLaw.allCases)
    func asking(law: LogLaw) async throws {
        try await LogConformance { LateRefusingLog() }.check(law)
    }

    @Test("A log that refuses an append and takes what was built on it breaks a law")
    func forgottenRefusal() async {
        let conformance = LogConformance { LateRefusingLog(forgetsRefusals: true) }
        let breach = await #expect(throws: LogBreach.self) { try await conformance.check(.refusedBehind) }
        #expect(breach?.law == .refusedBehind)
    }

    @Test("A log that nobody can take over breaks a law where its lease is not held, or is told as lost")
    func leaseOfOne() async {
        for mistake in [.neverHeld, .lostAtFirst] as [WrongLog.Mistake] {
            let conformance = LogConformance { WrongLog(mistake) }
            let breach = await #expect(throws: LogBreach.self) { try await conformance.check(.leaseLost) }
            #expect(breach?.law == .leaseLost)
        }
    }

    @Test("Each law can be broken: a mistake is known for it")
    func everyLaw() {
        #expect(Set(WrongLog.Mistake.allCases.map(\.law) + [.refusedBehind]) == Set(LogLaw.allCases))
    }
}
