import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

/// A transcript played through a flow into a log, told step by step.
struct PlayedRun {
    /// The run as a replay of its records tells it.
    var replay: Replay
    var timeline: Replay.Timeline { replay.timeline }
    /// Where the run stands, with its values and deadlines; nil where it has ended.
    var snapshot: RunSnapshot?
    /// What the transcript shows, as its header says it.
    var about: String
    /// Whether the run ended as the transcript says that it must; nil where it does not say.
    var isAsExpected: Bool?
    /// The end that the transcript expects, in words, where the run has not come to it; nil where the run has, or no end is expected.
    var expectation: String?
    /// What the run did otherwise than the transcript expects, in sentences with their lines.
    var problems: [TranscriptProblem]

    /// Plays the transcript; `tell` gets each line for people once the records that the line shows are durable.
    ///
    /// With a key, the log gets the run's personal and secret values encrypted; without one they are left out.
    /// - Parameter followed: a recorded run, behind which the transcript goes on; nil plays the transcript alone.
    static func play(
        _ transcript: BoundTranscript, of flow: RunnableFlow, as run: RunID, reference: String?, into log: any EventLog,
        encryptedWith key: (any RunKey)? = nil, behind followed: FollowedRun? = nil, tell: (String) -> Void
    ) throws -> PlayedRun {
        let table = flow.table
        let running = RunningFlow(table)
        let formatter = TimelineFormatter(of: running, annotated: flow.annotations)
        let start = Instant(milliseconds: 0)
        var player = try Player(
            transcript, as: run, of: table, annotations: flow.annotations, reference: reference, log: log, key: key,
            start: start, isLed: followed != nil)
        var timeline = formatter.timeline(
            of: run, reference: reference, kind: .transcript, began: start, in: player.state,
            ordering: player.beginningOrders)
        tell(TimelineText.header(of: timeline, about: transcript.about))
        tell(TimelineText.beginning(of: timeline))
        for step in player.beginningSteps {
            formatter.append(step, to: &timeline)
            tell(TimelineText.line(of: formatter.entry(of: step, since: start)))
        }
        let writer = NoteWriter(since: start, of: running)
        var notes: [Replay.Note] = []
        func tellSteps(_ decide: ((RunStep) -> Void) throws -> Void) rethrows {
            var lines: [(sequence: UInt64, text: String)] = []
            let recorded = player.records.count
            try decide { step in
                let entry = formatter.entry(of: step, since: start)
                if case .recorded = step.place { formatter.append(step, to: &timeline) }
                lines.append((step.record.sequence, TimelineText.line(of: entry, remark: step.place.remark)))
            }
            // The writer needs a run's orders only to name effects in notes on handlers. A played run has no handlers, so it gets none.
            let more = player.records[recorded...].compactMap { writer.note(on: $0) }
            notes += more
            for note in more {
                let place = lines.firstIndex { $0.sequence > note.sequence } ?? lines.count
                lines.insert((note.sequence, TimelineText.line(of: note)), at: place)
            }
            for line in lines { tell(line.text) }
        }
        if let followed { try tellSteps { try followed.lead(&player, tell: $0) } }
        for moment in transcript.lines { try tellSteps { try player.play(moment, $0) } }
        return PlayedRun(
            replay: Replay(timeline: timeline, notes: notes),
            snapshot: timeline.final == nil ? (try? RunHistory(of: player.records)).map { RunSnapshot(of: $0) } : nil,
            about: transcript.about,
            isAsExpected: transcript.expectsSomething ? player.problems.isEmpty : nil,
            expectation: transcript.expectation.flatMap {
                $0.holds(for: player.final) ? nil : $0.words(in: table)
            }, problems: player.problems)
    }

    /// The members of the JSON object that scripts get for the run.
    func members(log: String) -> [JSONValue.Member] { replay.members(log: log) + (snapshot?.members ?? []) }

    /// How the run ended, or where it stands, as lines for people.
    var endingLines: [String] { [ending] + (snapshot?.lines ?? []).map(\.harmless) }

    /// A sentence about how the run ended, and whether the transcript expects that.
    private var ending: String {
        let end = TimelineText.ending(of: timeline)
        switch (isAsExpected, expectation) {
        case (true?, _): return end + ", as expected"
        case (false?, let expectation?): return end + ", but the transcript expects \(expectation)"
        case (false?, nil): return end + ", but not as the transcript expects"
        case (nil, _): return end
        }
    }
}

extension RunStep.Place {
    /// Why a step has no record, as a remark after its line; nil for a step that has one.
    fileprivate var remark: String? {
        switch self {
        case .recorded: nil
        case .counted: "counted"
        case .notKept: "not recorded: the run has ended"
        }
    }
}
