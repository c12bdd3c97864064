import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayRuns
import TestThreads
import Testing

@testable import KeywayCommandLine

/// Forks of runs of the shipped flows: up to the fork each must be as it was.
@Suite("keyway replay --then", .longComputation)
struct ForkTests {
    private static let root = String(#filePath.dropLast("/Tests/KeywayCommandLineTests/ForkTests.swift".count))
    private static let specs = ["--specs", root + "/Specs"]

    private let folder: TemporaryFolder
    private let log: String

    init() throws {
        folder = try TemporaryFolder()
        log = folder.path(of: "log")
    }

    /// Puts a run of the transcript into the log; returns its records.
    private func record(_ flow: String, _ lines: [String]) throws -> [Record] {
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "recorded.jsonl")
        keyway(["run", flow, "--transcript", file, "--log", log] + Self.specs).expectFine()
        return try records(of: log)
    }

    /// The same for a shipped transcript.
    private func record(shipped path: String) throws -> [Record] {
        let lines = try String(contentsOfFile: Self.root + "/Specs/" + path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        guard case .text(let flow)? = try members(of: lines[0])["flow"] else { return [] }
        return try record(flow, lines)
    }

    private func records(of log: String) throws -> [Record] {
        let reader = try FileLog.Reader(log)
        return try reader.records(of: #require(reader.runs.last))
    }

    /// Forks the run behind its record `last`; returns the call and the forked run's records.
    private func fork(
        _ flow: String, until last: UInt64, replies: String = "", _ lines: String...
    ) throws -> (call: CapturedCall, records: [Record]) {
        let header = #"{"transcript": 1, "flow": "\#(flow)", "replies": {\#(replies)}}"#
        let then = try folder.write(([header] + lines).joined(separator: "\n") + "\n", to: "then.jsonl")
        let new = folder.path(of: "new")
        if folder.exists("new") { try FileManager.default.removeItem(atPath: new) }
        let call = keyway(
            ["replay", log, "--until", "\(last)", "--then", then, "--log", new] + Self.specs)
        call.expectFine()
        return (call, try records(of: new))
    }

    /// Expects that both runs have the same steps up to this record, each at the same time and with the same plain values.
    private func expectAlike(
        _ forked: [Record], _ recorded: [Record], until last: UInt64,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        for (own, other) in zip(forked, recorded) where own.sequence > 0 && own.sequence <= last {
            #expect(own.time == other.time && own.leg == other.leg, "record \(own.sequence)", sourceLocation: location)
            guard case .event(var told) = own.content, case .event(let theirs) = other.content else { continue }
            told.answers = theirs.answers
            #expect(told == theirs, "record \(own.sequence)", sourceLocation: location)
        }
        #expect(forked.count > Int(last), sourceLocation: location)
    }

    /// A fork of a short run into this log, at this record.
    private func fork(into new: String, until last: UInt64) throws -> CapturedCall {
        let header = #"{"transcript": 1, "flow": "TruecallerOTP"}"#
        let then = try folder.write(header + "\n" + #"{"at": 50}"# + "\n", to: "then.jsonl")
        return keyway(["replay", log, "--until", "\(last)", "--then", then, "--log", new] + Self.specs)
    }

    @Test("The log that is asked takes no fork, also where its folder is named by a link, and stays as it is")
    func sameLog() throws {
        _ = try record("TruecallerOTP", Self.shortRun)
        let link = folder.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: log)
        for name in [log, link, log + "/."] {
            let call = try fork(into: name, until: 1)
            #expect(call.code == .problem && call.output.isEmpty)
            #expect(call.errors.joined().contains("this is the log that is asked"), "\(call.errors)")
        }
        #expect(try FileLog.Reader(log).runs.count == 1)
    }

    @Test("A record behind the run's last is refused as the place of a fork, and nothing is written")
    func behindTheEnd() throws {
        let recorded = try record("TruecallerOTP", Self.shortRun)
        let new = folder.path(of: "new")
        let call = try fork(into: new, until: 99)
        #expect(call.code == .problem && !folder.exists("new"))
        let sentence = "--until 99 is behind the run's last record, which is \(recorded.count - 1)"
        #expect(call.errors.joined().contains(sentence), "\(call.errors)")
    }

    private static let shortRun = [
        #"{"transcript": 1, "flow": "TruecallerOTP"}"#,
        #"{"at": 0, "command": "start", "with": {"phone": "9876543210", "countryCode": "IN"}}"#,
        #"{"at": 60, "command": "cancel"}"#,
    ]

    @Test("A duration that came is the same behind a fork, and its timer is due when it was")
    func duration() throws {
        let recorded = try record(
            "TruecallerOTP",
            [
                #"{"transcript": 1, "flow": "TruecallerOTP", "replies": {"checkToken": ["confirmed"]}}"#,
                #"{"at": 0, "command": "start", "with": {"phone": "9876543210", "countryCode": "IN"}}"#,
                #"{"at": 1, "callback": {"delegate": "verificationStatusChanged", "verificationState": 0, "tokenTtl": 300}}"#,
                #"{"at": 100, "command": "submitCode", "with": {"code": "482913", "firstName": "Asha", "lastName": "Rao"}}"#,
            ])
        for last: UInt64 in [2, 3] {
            let forked = try fork("TruecallerOTP", until: last, #"{"at": 150}"#)
            expectAlike(forked.records, recorded, until: last)
            #expect(forked.call.lines.contains { $0.contains("ttl, due at 301s") }, "\(forked.call.lines)")
        }
    }

    @Test("Behind another process that went on with the run, a fork has the times and the steps of the run")
    func restart() throws {
        let recorded = try record(shipped: "OTPless/Transcripts/sna-restart.jsonl")
        let comeback = try #require(
            recorded.first { if case .resumed = $0.content { true } else { false } }?.sequence)
        for last in comeback + 1..<UInt64(recorded.count) {
            let replies = #""checkStatus": ["denied"]"#
            let forked = try fork("OTPlessSNA", until: last, replies: replies, #"{"at": 60}"#)
            expectAlike(forked.records, recorded, until: last)
        }
    }

    @Test("A lane is granted when it was, and until then somebody stands before the run")
    func lane() throws {
        let recorded = try record(shipped: "PowerAuth/Transcripts/request-waits-in-line.jsonl")
        let granted = try fork("PowerAuthRequest", until: 3, #"{"at": 4000}"#)
        expectAlike(granted.records, recorded, until: 3)
        #expect(granted.records[3].time == Instant(milliseconds: 40_000))
        let freed = try fork("PowerAuthRequest", until: 2, #"{"at": 100, "freed": "PowerAuth"}"#, #"{"at": 130}"#)
        expectAlike(freed.records, recorded, until: 2)
        #expect(freed.records[3].time == Instant(milliseconds: 100_000), "\(freed.call.lines)")
        let kept = try fork("PowerAuthRequest", until: 2, #"{"at": 130}"#)
        #expect(kept.records.count == 3, "\(kept.call.lines)")
    }

    @Test("A sub-flow that heard a retained word before its first command hears it in a fork too")
    func retained() throws {
        let recorded = try record("PhoneLogin", FallThrough.lines)
        let typed = try #require(recorded.last { $0.leg == 2 && $0.time == Instant(milliseconds: 40_000) })
        let token = FallThrough.lines[7].changing("\"at\": 41", to: "\"at\": 51")
        let forked = try fork(
            "PhoneLogin", until: typed.sequence, replies: #""smart.checkToken": ["confirmed"]"#, token, #"{"at": 120}"#)
        expectAlike(forked.records, recorded, until: typed.sequence)
        #expect(forked.call.lines.contains { $0.hasPrefix("ended in authenticated") }, "\(forked.call.lines)")
        // The fork may come before the sub-flow begins as well.
        let early = try fork("PhoneLogin", until: 10, #"{"at": 60}"#)
        #expect(early.call.lines.contains { $0.contains("smart: ready") && $0.contains("prepared") })
    }

    @Test("A deadline that passed late passes late in a fork")
    func lateDeadline() throws {
        let text = """
            flow Hall version 1
            command leave
            final gone
            within 20m -> gone
            state here waits for user { on leave -> gone after 2m -> still }
            state still waits for user { on leave -> gone after 1m -> gone }

            """
        try folder.write(text, to: "Specs/Hall.flow")
        let file = try FileLog(log)
        var run = try DrivenRun(LoadedFlow(text), log: file, start: Instant(milliseconds: 5000))
        run.time.advance(to: Instant(milliseconds: 135_000))
        try run.fireTimer()
        try file.closeAndWait()
        let then = try folder.write(
            #"{"transcript": 1, "flow": "Hall"}"# + "\n" + #"{"at": 200}"# + "\n", to: "then.jsonl")
        let new = folder.path(of: "new")
        keyway(
            "replay", log, "--until", "1", "--then", then, "--log", new, "--specs", folder.path(of: "Specs")
        ).expectFine()
        // Two minutes were over at 120 s, and at 130 s the app was there again.
        #expect(try records(of: new).map(\.time.milliseconds) == [0, 130_000, 190_000])
    }

    @Test("What the transcript does not answer gets no answer: what is open, what is asked again, what was never asked")
    func unanswered() throws {
        _ = try record(
            "OTPlessSNA",
            [
                #"{"transcript": 1, "flow": "OTPlessSNA", "replies": {"checkStatus": ["pending"]}}"#,
                #"{"at": 0, "callback": {"responseType": "SDK_READY", "statusCode": 200, "response": {"success": true}}}"#,
                #"{"at": 0.1, "command": "start", "with": {"requestId": "ARID_7f3a"}}"#, #"{"at": 4}"#,
            ])
        // The second poll has the number 4; behind record 3 nothing is open.
        for last: UInt64 in [3, 4] {
            let forked = try fork("OTPlessSNA", until: last, #"{"at": 25}"#)
            let lines = forked.call.lines
            #expect(lines.count { $0.contains("pending") } == 1, "\(lines)")
            #expect(lines.count { $0.contains("no answer in time") } == 2, "\(lines)")
        }
        try FileManager.default.removeItem(atPath: log)
        _ = try record(shipped: "PowerAuth/Transcripts/request-waits-in-line.jsonl")
        let lines = try fork("PowerAuthRequest", until: 2, #"{"at": 50, "freed": "PowerAuth"}"#, #"{"at": 130}"#).call
            .lines
        // The time was not synchronised, and then the app's completion was not called.
        #expect(lines.count { $0.contains("no answer in time") } == 2, "\(lines)")
    }
}
