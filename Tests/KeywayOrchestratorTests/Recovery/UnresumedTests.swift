import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayOrchestrator

@Suite("A run that cannot be gone on with is not resumed, and harms no other")
struct UnresumedTests {
    private static let id = RunID(high: 7, low: 7)

    /// An orchestrator over a log with two open runs: a sound one, and one whose records `spoil` has changed.
    private func opened(
        isServed: Bool = true, servedText: String = RecoveryTests.text, _ spoil: (inout [Record]) -> Void
    ) async throws -> Orchestrator {
        let loaded = try LoadedFlow(RecoveryTests.text)
        let log = MemoryLog()
        let first = Phone(loaded, log: log)
        _ = try await first.start().begin(first.running)
        var run = try DrivenRun(loaded, as: Self.id)
        try run.send("ask")
        try run.send("cancel")
        var records = Array(run.records().dropLast())
        spoil(&records)
        let last = Phone(loaded, log: first.log)
        _ = try await last.start()
        try await last.log.append(
            Append(run: Self.id, records: records, standing: .open(neededRecords: []), isLazy: false))
        return try await Phone(try LoadedFlow(servedText), log: last.log, isServed: isServed).start()
    }

    private func reason(_ orchestrator: Orchestrator) -> Orchestrator.UnresumedRun.Reason? {
        orchestrator.unresumed.first { $0.run == Self.id }?.reason
    }

    private func resumed(_ sequence: UInt64, epoch: UInt32) -> Record {
        Record(
            run: Self.id, sequence: sequence, time: Instant(milliseconds: 0),
            content: .resumed(Resumption(epoch: epoch, wallTime: Instant(milliseconds: 0), salt: 1)))
    }

    @Test("A run whose records are sound goes on")
    func sound() async throws {
        let orchestrator = try await opened { _ in }
        #expect(orchestrator.unresumed.isEmpty)
        #expect(orchestrator.unfinished.count == 2)
    }

    @Test("A run whose flow nobody serves is not resumed, and neither is one of another version")
    func notServed() async throws {
        let nobody = try await opened(isServed: false) { _ in }
        #expect(nobody.unfinished.isEmpty)
        #expect(nobody.unresumed.map(\.reason) == [.notServed(flow: "Paying"), .notServed(flow: "Paying")])
        let newer = RecoveryTests.text.changing("after 30s", to: "after 31s")
        let other = try await opened(servedText: newer) { _ in }
        let changed = Orchestrator.UnresumedRun.Reason.otherVersion(flow: "Paying", recorded: 1, served: 1)
        #expect(other.unresumed.map(\.reason) == [changed, changed])
        #expect("\(changed)".contains("a changed flow needs a new version number"))
        let next = try await opened(servedText: newer.changing("version 1", to: "version 2")) { _ in }
        #expect(
            next.unresumed.first.map { "\($0.reason)" } == "it follows version 1 of 'Paying', and version 2 is served")
    }

    @Test("A run with a record that its flow decides otherwise is not resumed, while the other run goes on")
    func disagreement() async throws {
        let orchestrator = try await opened { records in
            guard case .event(var event) = records[1].content else { return }
            event.outcome.state = 0
            records[1].content = .event(event)
        }
        #expect(reason(orchestrator) == .disagreement(sequence: 1))
        #expect(orchestrator.unfinished.count == 1)
        #expect("\(orchestrator.unresumed[0])".hasSuffix("its flow makes something else of record 1"))
    }

    @Test("A run with a record that names nothing of its flow is not resumed")
    func malformed() async throws {
        let orchestrator = try await opened { records in
            guard case .event(var event) = records[1].content else { return }
            event.event = 999
            records[1].content = .event(event)
        }
        #expect(reason(orchestrator) == .malformed(sequence: 1))
    }

    @Test("A run that two copies of a log went on with is not resumed")
    func resumedTwice() async throws {
        let twice = try await opened { records in
            records += [resumed(2, epoch: 2), resumed(3, epoch: 2)]
        }
        #expect(reason(twice) == .resumedTwice(sequence: 3))
        let ahead = try await opened { records in records.append(resumed(2, epoch: 1000)) }
        #expect(reason(ahead) == .resumedTwice(sequence: 2))
        #expect("\(ahead.unresumed[0])".contains("or not earlier than the present one: two copies"))
    }

    @Test("A run that was only played is neither gone on with nor listed as unresumed")
    func played() async throws {
        let orchestrator = try await opened { records in
            guard case .began(var beginning) = records[0].content else { return }
            beginning.kind = .transcript
            records[0].content = .began(beginning)
        }
        #expect(orchestrator.unresumed.isEmpty)
        #expect(orchestrator.unfinished.count == 1)
    }

    @Test("A run whose records have the first or the last instant is gone on with", arguments: [Int64.min, .max])
    func extremeInstants(milliseconds: Int64) async throws {
        let instant = Instant(milliseconds: milliseconds)
        let orchestrator = try await opened { records in
            for place in records.indices { records[place].time = instant }
        }
        #expect(reason(orchestrator) == nil)
        let behind = try await opened { records in
            for place in records.indices { records[place].time = instant }
            records.append(
                Record(
                    run: Self.id, sequence: 2, time: instant,
                    content: .resumed(Resumption(epoch: 2, wallTime: instant, salt: 1))))
        }
        #expect(reason(behind) == nil)
    }
}
