import FlowFixtures
import FlowLanguage
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("How runs go by another flow, or in another log")
struct ComparisonTests {
    @Test("By the flow that made it each run goes as it went", arguments: ShippedFlows.transcripts)
    func unchanged(path: String) throws {
        let records = try playedRecords(path)
        let flow = try ShippedFlows.named(RunSummary(of: records).flow)
        var comparison = Comparison()
        try comparison.add(records, by: RunningFlow(flow.table))
        #expect(comparison.runCount == 1 && comparison.differentCount == 0 && comparison.unknown.isEmpty)
        let timeline = try Replay(of: records).timeline
        comparison.add(timeline, timeline)
        #expect(comparison.differentCount == 0)
    }

    private func compared(_ path: String, _ row: String, with changed: String) throws -> Comparison {
        let flow = try ShippedFlows.named("OTPlessSNA")
        let text = String(decoding: flow.source.bytes, as: UTF8.self)
        #expect(text.contains(row))
        let other = try LoadedFlow(text.changing(row, to: changed))
        var comparison = Comparison()
        try comparison.add(try playedRecords(path), by: RunningFlow(other.table))
        return comparison
    }

    @Test("A changed row leads a run to another end, from its own record on, and the run is told to that end")
    func changed() throws {
        let comparison = try compared(
            "OTPless/Transcripts/sna-timeout.jsonl", "on sdkFailed -> closing { keep failure }",
            with: "on sdkFailed -> cancelled")
        let change = try #require(comparison.changes.first)
        #expect(change.from == "failed" && change.to == "cancelled" && change.count == 1)
        #expect(change.first.event == "sdkFailed")
    }

    @Test("A deadline that the changed flow lacks does not pass, and the run ends as it would without it")
    func otherDeadline() throws {
        let comparison = try compared(
            "OTPless/Transcripts/sna-timeout.jsonl", "after 10s -> lastly { why = refused }",
            with: "after 5m -> lastly { why = refused }")
        let change = try #require(comparison.changes.first)
        #expect(change.from == "failed" && change.to == "failed")
        #expect(change.first.event == "after 10s")
        // It goes another way, and not to another end.
        #expect(comparison.differentCount == 1 && comparison.otherEndCount == 0 && !change.isOtherEnd)
    }

    @Test("A deadline that the recorded run holds, and the other flow does not, passes in the other when it is due")
    func heldDeadline() throws {
        let text = """
            flow Held version 1
            command go, stop
            final gone
            final left
            within 20m -> left
            reject other
            group open {
              timer expiry
              on expiry -> gone
              state idle waits for user {
                enter { set expiry 1m }
                on go -> checking
                on stop -> left
              }
              state checking waits for user {
                hold expiry
                on stop -> left
              }
            }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go")
        try run.pass(until: 90_000)
        try run.send("stop")
        let other = try LoadedFlow(text.changing("hold expiry\n", to: ""))
        var comparison = Comparison()
        try comparison.add(run.records(), by: RunningFlow(other.table))
        let change = try #require(comparison.changes.first)
        #expect(change.from == "left" && change.to == "gone")
    }

    private static let asking = """
        flow Slow version 1
        command go
        effect ask replies yes, no otherwise no within 5s
        final done
        final failed
        within 20m -> failed
        reject other
        late other
        state idle waits for user { on go -> asking }
        state asking { enter { do ask } on yes -> done on no -> failed }
        """

    @Test("An answer that came too late answers the flow that waits longer")
    func lateAnswer() throws {
        var run = try DrivenRun(LoadedFlow(Self.asking))
        try run.send("go")
        try run.pass(until: 8000)
        try run.reply("yes", to: "ask")
        func compared(waiting limit: String) throws -> Comparison {
            let other = try LoadedFlow(Self.asking.changing("within 5s", to: "within \(limit)"))
            var comparison = Comparison()
            try comparison.add(run.records(), by: RunningFlow(other.table))
            return comparison
        }
        let change = try #require(try compared(waiting: "10s").changes.first)
        #expect(change.from == "failed" && change.to == "done" && change.first.event == "no")
        // Where the limit passes before the answer, the answer is late here too.
        #expect(try compared(waiting: "6s").differentCount == 0)
    }

    @Test("A stale answer that a row decides is decided in the other run as well")
    func staleAnswer() throws {
        let text =
            Self.asking.changing("on no -> failed", to: "on no -> waiting")
            + "\nstate waiting waits for user { on go -> asking on stale yes -> done }"
        let flow = try LoadedFlow(text)
        var run = try DrivenRun(flow)
        try run.send("go")
        try run.pass(until: 8000)
        try run.reply("yes", to: "ask")
        #expect(run.state == "done")
        var comparison = Comparison()
        try comparison.add(run.records(), by: RunningFlow(flow.table))
        #expect(comparison.runCount == 1 && comparison.differentCount == 0)
    }

    @Test("A run whose events the other flow does not know is counted apart")
    func unknown() throws {
        let records = try playedRecords("OTPless/Transcripts/sna-timeout.jsonl")
        let other = try ShippedFlows.named("TruecallerOTP")
        var comparison = Comparison()
        try comparison.add(records, by: RunningFlow(other.table))
        #expect(comparison.runCount == 0 && comparison.unknown == [RunID(high: 7, low: 7)])
    }

    @Test("Two runs part at the first record that tells something else")
    func parting() throws {
        let left = try Replay(of: playedRecords("OTPless/Transcripts/sna-timeout.jsonl")).timeline
        var right = left
        right.entries.remove(at: 4)
        var comparison = Comparison()
        comparison.add(left, right)
        #expect(comparison.changes.first?.first.sequence == left.entries[4].sequence)
    }

    @Test("Another value of the result is a difference, though each record fits")
    func otherValue() throws {
        let comparison = try compared(
            "OTPless/Transcripts/sna-timeout.jsonl", "after 10s -> lastly { why = refused }",
            with: "after 10s -> lastly { why = silent }")
        #expect(comparison.changes.first?.from == "failed" && comparison.changes.first?.to == "failed")
    }
}
