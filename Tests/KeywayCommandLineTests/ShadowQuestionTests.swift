import FlowTranscripts
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import ProviderFlows
import TestThreads
import Testing

@testable import KeywayCommandLine

/// The log of the demo in which a shadow, a flow that only listens, runs beside the app's own handler through four sign-ins. In one of
/// them the app gives up before the flow succeeds.
@Suite("A shadow's run is told as a shadow's", .longComputation)
struct ShadowQuestionTests {
    private static let root = String(
        #filePath.dropLast("/Tests/KeywayCommandLineTests/ShadowQuestionTests.swift".count))

    private func log(in folder: TemporaryFolder) -> String {
        keyway("demo", "--failures", folder.path(of: "logs")).expectFine()
        return folder.path(of: "logs/shadowed")
    }

    @Test("runs says that a run is a shadow's and how the app ended, and --outcome never chooses such a run")
    func runs() throws {
        let folder = try TemporaryFolder()
        let log = log(in: folder)
        let listed = keyway("runs", log)
        listed.expectFine()
        #expect(
            listed.lines.contains {
                $0.contains("shadow: authenticated, the app failed: timeout") && $0.contains("too-late")
            })
        for outcome in ["authenticated", "failed", "open"] {
            let chosen = keyway("runs", log, "--outcome", outcome)
            #expect(chosen.lines.last == "0 runs")
            #expect(chosen.errors == ["\(log): 4 runs of shadows left out; 'keyway shadow' counts them"])
        }
        #expect(keyway("runs", log, "--state", "authenticated").lines.last == "2 runs")
        guard case .list(let runs)? = try members(of: keyway("runs", log, "--format", "json").output)["runs"] else {
            Issue.record("no runs")
            return
        }
        for case .object(let run) in runs {
            #expect(run["kind"] == .text("shadow") && run["final"] == .null)
            if run["reference"] == .text("too-late") { #expect(run["app"] == .text("failed: timeout")) }
        }
    }

    @Test("explain says that a shadow signed nobody in, how the app ended, and what the flow came to")
    func explain() throws {
        let folder = try TemporaryFolder()
        let log = log(in: folder)
        let lines = keyway("explain", log, "--reference", "too-late").lines
        #expect(lines[1].hasPrefix("This is a shadow beside the app's own handler"))
        #expect(
            lines[2].hasPrefix("The app's handler ended at 10 s, record ") && lines[2].hasSuffix(": failed: timeout."))
        #expect(lines[3].hasPrefix("The flow came to authenticated at 12.65 s"))
        #expect(!lines.contains { $0.hasPrefix("It ended") })
        let told = try members(of: keyway("explain", log, "--reference", "too-late", "--format", "json").output)
        #expect(told["kind"] == .text("shadow") && told["final"] == .null && told["state"] == .text("authenticated"))
        #expect(told["app"] == .list([.text("failed: timeout")]))
    }

    @Test("Runs and spans that scripts read are marked as a shadow's, and have no final")
    func scripts() throws {
        let folder = try TemporaryFolder()
        let log = log(in: folder)
        let replayed = keyway("replay", log, "--reference", "too-late", "--format", "json").output
        guard case .list(let runs)? = try members(of: replayed)["runs"], case .object(let told)? = runs.first else {
            Issue.record("no runs")
            return
        }
        let lines = keyway("export", log, "--jsonl", "-").lines
        #expect(lines.count == 4)
        for run in try [told] + lines.map({ try members(of: $0) }) {
            #expect(run["kind"] == .text("shadow") && run["final"] == .null, "\(run)")
        }
        #expect(told["state"] == .text("authenticated"))
        let spans = keyway("export", log, "--reference", "too-late", "--otlp", "-").output
        for (name, value) in [
            ("kind", #""stringValue": "shadow""#), ("ended", #""boolValue": false"#),
            ("app", #""stringValue": "failed: timeout""#), ("state", #""stringValue": "authenticated""#),
        ] {
            #expect(spans.contains(#"{"key": "keyway.\#(name)", "value": {\#(value)}}"#), "\(name)")
        }
    }

    @Test("A report has the kind and the app's end, and its statistics say how many shadows they leave out")
    func report() throws {
        let folder = try TemporaryFolder()
        let page = folder.path(of: "page.html")
        keyway("report", log(in: folder), "--out", page).expectFine()
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(keyway("stats", folder.path(of: "logs/shadowed"), "--format", "csv").lines.last == ",,shadows,,4")
        #expect(text.contains(#""shadows":4"#) && text.contains(#""app":["failed: timeout""#))
        // The page marks a run as a success only where it is no shadow.
        #expect(text.contains("return !isShadow(run) && data.runs.ended[run] === 1"))
    }

    @Test("Successes that were lost, and runs that an answer would have made a success, are counted apart")
    func losses() throws {
        let folder = try TemporaryFolder()
        let log = log(in: folder)
        let words = ["shadow", log, "--specs", Self.root + "/Specs"]
        let told = try members(of: keyway(words + ["--format", "json"]).output)
        guard case .list(let flows)? = told["flows"], case .object(let flow)? = flows.first else {
            Issue.record("\(told)")
            return
        }
        #expect(flow["lostCount"] == .integer(1) && flow["lostIfAnsweredCount"] == .integer(0))
        #expect(keyway(words).lines.contains("  successes lost: 1"))
        // A token came, and the shadow was told no answer of the backend: a success was lost only if the backend would have confirmed the
        // token.
        let unanswered = folder.path(of: "unanswered")
        let writer = try FileLog(unanswered)
        let (version, table) = FlowVersion.shared(for: OTPlessSNA.self)
        var shadow = ShadowRun(of: table, version: version, choosing: [], in: writer)
        let start = OTPlessSNA.Command.start(requestId: "r-1")
        let token = RawValue.object([
            "responseType": .text("ONETAP"), "response": .object(["token": .text("t")]),
        ])
        shadow.take(
            .asked(KeywayRuns.Command(start.position, fields: start.values), reference: "unasked"),
            at: Instant(milliseconds: 0))
        shadow.take(.heard(.object(["responseType": .text("SDK_READY")])), at: Instant(milliseconds: 100))
        shadow.take(.ended(.failed("timeout")), at: Instant(milliseconds: 10_000))
        shadow.take(.heard(token), at: Instant(milliseconds: 12_000))
        // A shadow's time passes only with what it is told: with this callback its earlier timers and limits run out.
        shadow.take(.heard(.object(["responseType": .text("SDK_READY")])), at: Instant(milliseconds: 312_000))
        try writer.closeAndWait()
        let judged = keyway("shadow", unanswered, "--against", "OTPless@2.3.2", "--specs", Self.root + "/Specs")
        #expect(judged.code == .problem)
        #expect(judged.lines.contains("  no success was lost for certain"))
        #expect(
            judged.lines.contains("  successes lost only if an answer had come that the shadow was not told: 1"),
            "\(judged.output)")
    }

    @Test("Of a callback that no row reads it says whether the SDK's model has one like it")
    func unread() throws {
        let folder = try TemporaryFolder()
        let log = folder.path(of: "unread")
        let writer = try FileLog(log)
        let (version, table) = FlowVersion.shared(for: OTPlessSNA.self)
        var shadow = ShadowRun(of: table, version: version, choosing: [], in: writer)
        let start = OTPlessSNA.Command.start(requestId: "r-1")
        shadow.take(
            .asked(KeywayRuns.Command(start.position, fields: start.values), reference: "unread"),
            at: Instant(milliseconds: 0))
        // A leg without its authType, which the model has and the flow leaves to `unrecognised`; and what nobody has.
        for (name, status): (String, Int64) in [("INITIATE", 200), ("SESSION_EXPIRED", 403)] {
            let callback = RawValue.object(["responseType": .text(name), "statusCode": .integer(status)])
            shadow.take(.heard(callback), at: Instant(milliseconds: 100))
        }
        shadow.take(.ended(.failed("timeout")), at: Instant(milliseconds: 10_000))
        try writer.closeAndWait()
        let words = ["shadow", log, "--specs", Self.root + "/Specs"]
        let lines = keyway(words + ["--against", "OTPless@2.3.2"]).lines
        func remark(on callback: String) -> String? {
            lines.firstIndex { $0.contains("\(callback), first in run") }.map {
                lines[$0 + 2].trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(remark(on: "INITIATE 200") == "OTPless@2.3.2 may say one of this name and status", "\(lines)")
        #expect(remark(on: "SESSION_EXPIRED 403") == "OTPless@2.3.2 never says one of this name and status")
        #expect(!keyway(words).output.contains("of this name and status"))
        let told = keyway(words + ["--against", "OTPless@2.3.2", "--format", "json"]).output
        #expect(told.ranges(of: #""modelled": true"#).count == 1 && told.ranges(of: #""modelled": false"#).count == 1)
    }
}
