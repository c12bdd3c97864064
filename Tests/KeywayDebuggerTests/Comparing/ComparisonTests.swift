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
        let replay = try Replay(of: records)
        comparison.add(replay, replay)
        #expect(comparison.differentCount == 0)
    }

    @Test(
        "What a sub-flow hears retained, it hears before its first command by the other flow too",
        arguments: [
            #"{"at": 0.1, "callback": {"responseType": "SDK_READY"}}"#,
            #"{"at": 0.5, "callback": {"responseType": "SDK_READY"}}"#,
            #"{"at": 0.5, "callback": {"responseType": "FAILED", "statusCode": 5003}}"#,
        ])
    func retained(word: String) throws {
        let records = try playedRecords("Transcripts/phone-fall-through-to-smart.jsonl", adding: word)
        let history = try RunHistory(of: records)
        #expect(history.steps.contains { $0.leg == "smart" && $0.eventRecord?.cause == .retained })
        var comparison = Comparison()
        try comparison.add(records, by: RunningFlow(ShippedFlows.named("PhoneLogin").table))
        #expect(comparison.runCount == 1 && comparison.differentCount == 0 && comparison.unknown.isEmpty)
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

    /// What a flow and its sub-flow wait for: the one whose wait ends first decides how the run ends.
    enum Wait: CaseIterable {
        case timer, limit

        var child: String {
            let rows =
                switch self {
                case .timer: "timer u on again stay { set u 1m } on u -> over"
                case .limit: "on again stay { do look } on seen stay on none -> over"
                }
            return """
                flow Child version 1
                command begin, again, cancel
                \(self == .limit ? "effect look replies seen, none otherwise none within 1m" : "")
                final over
                within 15m -> over
                on cancel -> over
                reject other
                late other
                state idle waits for user { on begin -> running }
                state running { \(rows) }
                """
        }

        var parent: String {
            let rows =
                switch self {
                case .timer: "on again stay { set t 1m } on t -> done"
                case .limit: "on again stay { do check } on yes stay on no -> done"
                }
            return """
                flow Parent version 1
                command again, stop
                \(self == .limit ? "effect check replies yes, no otherwise no within 1m" : "")
                final done
                final failed
                final left
                within 20m -> left
                reject other
                late other
                \(self == .timer ? "timer t" : "")
                child one = Child
                enter { run one.begin }
                state here {
                  \(rows)
                  on one.over -> failed
                  on stop -> left
                }
                """
        }

        /// A run in which the legs begin to wait at one instant, in this order; `nil` is the root.
        func begun(_ order: [String?], child: String, parent: String) throws -> DrivenRun {
            var run = try DrivenRun(LoadedFlow(parent, among: ["Child": child]))
            for leg in order {
                if let leg { try run.send("again", to: leg) } else { try run.send("again") }
            }
            return run
        }
    }

    /// The orders in which a flow and its sub-flow can begin to wait.
    static let orders: [[String?]] = [["one", nil], [nil, "one"]]

    @Test(
        "What only the other flow waits for passes in the order of setting and ordering over all legs",
        arguments: Wait.allCases, orders)
    func otherInstant(wait: Wait, order: [String?]) throws {
        var run = try wait.begun(order, child: wait.child, parent: wait.parent)
        try run.pass(until: 20_000)
        try run.send("stop")
        let child = wait.child.changing("1m", to: "5s")
        let other = try LoadedFlow(wait.parent.changing("1m", to: "5s"), among: ["Child": child])
        var comparison = Comparison()
        try comparison.add(run.records(), by: RunningFlow(other.table))
        let change = try #require(comparison.changes.first)
        #expect(change.from == "left" && change.to == (order == ["one", nil] ? "failed" : "done"))
    }

    @Test(
        "A deadline that only the other flow has passes before or behind a recorded one, as they were set",
        arguments: orders)
    func besideRecorded(order: [String?]) throws {
        let wait = Wait.timer
        let later = wait.child.changing("1m", to: "2m")
        var run = try wait.begun(order, child: later, parent: wait.parent)
        try run.pass(until: 60_000)
        #expect(run.state == "done")
        let other = try LoadedFlow(wait.parent, among: ["Child": wait.child])
        var comparison = Comparison()
        try comparison.add(run.records(), by: RunningFlow(other.table))
        // Without a change the run ends as it did.
        #expect((comparison.changes.first?.to ?? "done") == (order == ["one", nil] ? "failed" : "done"))
        #expect(comparison.runCount == 1)
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

    @Test("An answer that came before the changed flow asks answers it when it asks")
    func earlyAnswer() throws {
        let comparison = try compared(
            "OTPless/Transcripts/sna-success.jsonl", "stay { set poll 1s }", with: "stay { set poll 3s }")
        #expect(comparison.runCount == 1 && comparison.otherEndCount == 0 && comparison.unknown.isEmpty)
    }

    @Test(
        "Where a flow asks less often, each run comes to the end to which its transcript leads that flow",
        arguments: ShippedFlows.transcripts.filter { $0.hasPrefix("OTPless/Transcripts/sna-") })
    func slowerPolls(path: String) throws {
        let flow = try ShippedFlows.named("OTPlessSNA")
        let text = String(decoding: flow.source.bytes, as: UTF8.self)
        let other = try LoadedFlow(text.changing("stay { set poll 1s }", to: "stay { set poll 2s }"))
        let records = try playedRecords(path)
        // Where a process dies, what it was never asked is not known.
        if try RunHistory(of: records).isResumed { return }
        let played = try RunHistory(of: playedRecords(path, by: other))
        guard played.machine.isEnded else { return }
        var comparison = Comparison()
        try comparison.add(records, by: RunningFlow(other.table))
        let end = try comparison.changes.first?.to ?? RunHistory(of: records).state.name
        #expect(end == played.state.name)
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
        let left = try Replay(of: playedRecords("OTPless/Transcripts/sna-timeout.jsonl"))
        var right = left
        right.timeline.entries.remove(at: 4)
        var comparison = Comparison()
        comparison.add(left, right)
        #expect(comparison.changes.first?.first.sequence == left.timeline.entries[4].sequence)
    }

    @Test("Another value of the result is a difference, though each record fits")
    func otherValue() throws {
        let comparison = try compared(
            "OTPless/Transcripts/sna-timeout.jsonl", "after 10s -> lastly { why = refused }",
            with: "after 10s -> lastly { why = silent }")
        #expect(comparison.changes.first?.from == "failed" && comparison.changes.first?.to == "failed")
    }

    @Test("A value that the result lacks by one of the two flows is a difference, though each record fits")
    func missingValue() throws {
        let path = "OTPless/Transcripts/sna-timeout.jsonl"
        let unset = try compared(path, "after 10s -> lastly { why = refused }", with: "after 10s -> lastly")
        #expect(unset.differentCount == 1 && unset.otherEndCount == 0)
        let text = """
            flow Short version 1
            enum Why { refused, silent }
            context { why: Why? }
            command go
            final done keeps why
            within 20m -> done { why = silent }
            reject other
            state idle waits for user { on go -> done }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go")
        let other = try LoadedFlow(text.changing("on go -> done", to: "on go -> done { why = refused }"))
        var set = Comparison()
        try set.add(run.records(), by: RunningFlow(other.table))
        #expect(set.differentCount == 1 && set.otherEndCount == 0)
    }

    @Test("Values that one of the two flows classifies are alike where both are there")
    func classifiedValue() throws {
        let text = """
            flow Short version 1
            type Name = text(1...8)
            context { name: Name? }
            command go(name: Name)
            final done keeps name
            final left
            within 20m -> left
            reject other
            state idle waits for user { on go -> done { keep name } }
            """
        let (plain, personal) = try (LoadedFlow(text), LoadedFlow(text.changing("...8)", to: "...8) personal")))
        for (flow, other) in [(plain, personal), (personal, plain)] {
            var run = try DrivenRun(flow)
            try run.send("go", .text("Ada"))
            var comparison = Comparison()
            try comparison.add(run.records(), by: RunningFlow(other.table))
            #expect(comparison.runCount == 1 && comparison.differentCount == 0)
        }
    }
}
