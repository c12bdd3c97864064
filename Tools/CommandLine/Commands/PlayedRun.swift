import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// A transcript played through a flow into a log, told step by step.
struct PlayedRun {
    var timeline: Replay.Timeline
    /// What the transcript shows, as its header says it.
    var about: String
    /// Whether the run ended as the transcript says that it must; nil where it does not say.
    var isAsExpected: Bool?
    /// The end that the transcript expects, where the run came to another.
    var expectation: String?
    /// What the run did otherwise than the transcript expects, in sentences with their lines.
    var problems: [TranscriptProblem]

    /// Plays the transcript; each line is told once what it tells is durable.
    ///
    /// With a key, the log gets the run's personal and secret values encrypted; without one they are left out.
    static func play(
        _ transcript: BoundTranscript, of flow: RunnableFlow, as run: RunID, reference: String?, into log: any EventLog,
        encryptedWith key: (any RunKey)? = nil, tell: (String) -> Void
    ) throws -> PlayedRun {
        let table = flow.table
        let formatter = TimelineFormatter(of: RunningFlow(table), annotated: flow.annotations)
        let start = Instant(milliseconds: 0)
        var player = try Player(
            transcript, as: run, of: table, annotations: flow.annotations, reference: reference, log: log, key: key,
            start: start)
        var timeline = formatter.timeline(
            of: run, reference: reference, kind: .transcript, began: start, in: player.state,
            ordering: player.beginningOrders)
        tell(TimelineText.header(of: timeline, about: transcript.about))
        tell(TimelineText.beginning(of: timeline))
        for step in player.beginningSteps {
            formatter.append(step, to: &timeline)
            tell(TimelineText.line(of: formatter.entry(of: step, since: start)))
        }
        try player.play { step in
            let entry = formatter.entry(of: step, since: start)
            switch step.place {
            case .recorded:
                formatter.append(step, to: &timeline)
                tell(TimelineText.line(of: entry))
            case .counted: tell(TimelineText.line(of: entry, remark: "counted"))
            case .notKept: tell(TimelineText.line(of: entry, remark: "not recorded: the run has ended"))
            }
        }
        return PlayedRun(
            timeline: timeline, about: transcript.about,
            isAsExpected: transcript.expectsSomething ? player.problems.isEmpty : nil,
            expectation: transcript.expectation.flatMap {
                $0.holds(for: player.final) ? nil : $0.words(in: table)
            }, problems: player.problems)
    }

    /// A sentence about how the run ended, and whether the transcript expects that.
    var ending: String {
        let end = TimelineText.ending(of: timeline)
        switch (isAsExpected, expectation) {
        case (true?, _): return end + ", as expected"
        case (false?, let expectation?): return end + ", but the transcript expects \(expectation)"
        case (false?, nil): return end + ", but not as the transcript expects"
        case (nil, _): return end
        }
    }
}
