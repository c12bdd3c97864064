import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayReplay

@Suite("What a timeline tells of values")
struct ToldValueTests {
    /// Plays a transcript of a shipped flow, and returns the timeline that a replay makes of its log.
    private func told(_ path: String) throws -> Replay.Timeline {
        let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
        let flow = try ShippedFlows.named(try #require(transcript.header).flow)
        let log = MemoryLog()
        let run = RunID(high: 1, low: 2)
        var player = try Player(
            transcript.bind(to: flow.table), as: run, of: flow.table, annotations: flow.annotations, log: log)
        try player.play { _ in }
        return try Replay(of: log.records(of: run)).timeline
    }

    /// The fields of the timeline's first event of this name.
    private func fields(of event: String, in timeline: Replay.Timeline) throws -> [String] {
        try #require(timeline.entries.first { $0.event == event }).fields.map(\.description)
    }

    @Test("Why a user was not signed in is told, where the event says it and where the run ends")
    func reasons() throws {
        let limited = try told("OTPless/Transcripts/smartauth-limited.jsonl")
        let inactive = try told("OTPless/Transcripts/smartauth-inactive-channel.jsonl")
        #expect(try fields(of: "setupFailed", in: limited) == ["obstacle = limited"])
        #expect(try fields(of: "setupFailed", in: inactive) == ["obstacle = hopeless"])
        let number = ["phone present", "countryCode = \"IN\"", "changed = false", "arrived = false"]
        #expect(limited.kept.map(\.description) == number + ["obstacle = limited", "why = limited"])
        #expect(inactive.kept.map(\.description) == number + ["obstacle = hopeless", "why = refused"])
    }

    @Test("Of a classified value only that it is there is told, and only where it might not have been")
    func classified() throws {
        let hidden = try told("Truecaller/Transcripts/truecaller-profile-update-failed.jsonl")
        #expect(try fields(of: "failed", in: hidden).contains("token present"))
        #expect(try fields(of: "start", in: hidden) == ["countryCode = \"IN\""])
        #expect(hidden.kept.map(\.description) == ["token present"])
    }

    @Test("A sub-flow's end says what its final keeps, and the run's end what its own does")
    func legs() throws {
        let timeline = try told("Transcripts/phone-all-given-up.jsonl")
        let given = ["Silent", "Smart", "Truecaller", "Offline"].map { "why\($0) = givenUp" }
        #expect(timeline.kept.map(\.description) == ["why = exhausted"] + given)
        #expect(timeline.entries.filter { !$0.kept.isEmpty }.allSatisfy { $0.disposition == .taken })
        let through = try told("Transcripts/phone-fall-through-to-smart.jsonl")
        let silent = try #require(through.entries.first { $0.leg == "silent" && $0.state == "failed" })
        #expect(!silent.kept.isEmpty)
        #expect(through.kept.map(\.description) == ["way = smart", "token present"])
    }

    @Test("Every kind of value has its words")
    func words() {
        let ways = Enumeration(
            name: "Way", cases: [.init(name: "code", codes: []), .init(name: "link", codes: [])])
        func told(_ kind: Kind, _ value: Value, _ classification: Field.Classification = .plain) -> String {
            Field(name: "x", kind: kind, classification: classification, isOptional: true)
                .shown(value, among: [ways]).description
        }
        #expect(told(.bool, .bool(true)) == "true")
        #expect(told(.integer(0...9), .integer(7)) == "7")
        #expect(told(.duration(0...9999), .duration(1500)) == "1500ms")
        #expect(told(.duration(0...9999), .duration(7000)) == "7s")
        #expect(told(.text(0...9), .text("IN")) == "\"IN\"")
        #expect(told(.text(0...9), .text("a\", b \"")) == "\"a\\\", b \\\"\"")
        #expect(told(.enumCase(of: 0), .enumCase(1)) == "link")
        #expect(told(.enumCase(of: 0), .enumCase(2)) == "case 2")
        #expect(told(.set(of: 0), .set(0b11)) == "{code, link}")
        for classification in Field.Classification.allCases.dropFirst() {
            #expect(told(.text(0...9), .text("IN"), classification) == "present")
            #expect(told(.enumCase(of: 0), .enumCase(1), classification) == "present")
        }
    }
}
