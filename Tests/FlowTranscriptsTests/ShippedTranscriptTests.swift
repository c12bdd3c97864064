import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("Shipped transcripts")
struct ShippedTranscriptTests {
    /// A transcript that was played, with its steps and records.
    struct Played {
        var bound: BoundTranscript
        var player: Player
        var steps: [RunStep]
        var records: [Record]
    }

    /// Plays the transcript at the path; with `patience`, the clock goes on so many minutes after its last line.
    static func play(_ path: String, patience: Int64? = nil) throws -> Played {
        let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
        let flow = try ShippedFlows.named(transcript.header?.flow ?? "nothing")
        var bound = try transcript.bind(to: flow.table)
        if let patience, let last = bound.lines.last {
            bound.lines.append(.init(number: last.number + 1, at: last.at + patience * 60_000, content: .nothing))
        }
        let (log, run) = (MemoryLog(), RunID(high: 7, low: 7))
        var player = try Player(bound, as: run, of: flow.table, annotations: flow.annotations, log: log)
        var steps: [RunStep] = []
        try player.play { steps.append($0) }
        return Played(bound: bound, player: player, steps: steps, records: log.records(of: run))
    }

    @Test("Every provider ships transcripts")
    func thereAreSome() {
        #expect(ShippedFlows.transcripts.filter { $0.hasPrefix("CAStrongAuthentication/") }.count >= 39)
        #expect(ShippedFlows.transcripts.filter { $0.hasPrefix("OTPless/") }.count >= 30)
        #expect(ShippedFlows.transcripts.filter { $0.hasPrefix("PowerAuth/") }.count >= 80)
        #expect(ShippedFlows.transcripts.filter { $0.hasPrefix("Truecaller/") }.count >= 40)
    }

    @Test("Each shipped transcript ends as it expects", arguments: ShippedFlows.transcripts)
    func expectations(path: String) throws {
        let played = try Self.play(path)
        let expectation = try #require(played.bound.expectation)
        #expect(expectation.holds(for: played.player.final))
        #expect(!played.bound.about.isEmpty)
    }

    @Test(
        "Each shipped transcript is replayed to the timeline that was told as it was played",
        arguments: ShippedFlows.transcripts)
    func timelines(path: String) throws {
        let played = try Self.play(path)
        let replayed = try Replay(of: played.records)
        #expect(replayed.disagreement == nil)
        #expect(played.records.first?.beginning?.kind == .transcript)
        let flow = try ShippedFlows.named(replayed.timeline.flow)
        let formatter = TimelineFormatter(of: RunningFlow(flow.table), annotated: flow.annotations)
        let values = flow.table.firstValues(choosing: played.bound.parameters)
        var live = formatter.timeline(
            of: RunID(high: 7, low: 7), reference: nil, kind: .transcript, began: Instant(milliseconds: 0),
            in: RunState(state: 0, values: values), ordering: played.player.beginningOrders)
        for step in played.player.beginningSteps + played.steps {
            if case .recorded = step.place { formatter.append(step, to: &live) }
        }
        #expect(live.isEnded == (played.player.final != nil))
        #expect(replayed.timeline == live)
        #expect(!live.entries.isEmpty)
    }

    @Test("No run that is left alone is alive after twenty minutes", arguments: ShippedFlows.transcripts)
    func leftAlone(path: String) throws {
        let played = try Self.play(path, patience: 20)
        #expect(played.player.final != nil)
        #expect(played.player.state.timers.isEmpty)
    }
}
