import FlowTranscripts
import Keyway
import KeywayLog
import KeywayOrchestrator
import KeywayReplay

/// A transcript played through a flow into a log, told step by step.
struct PlayedRun {
    var timeline: Timeline
    var about: String
    /// Whether the run ended as the transcript says that it must; nil where it does not say.
    var isAsExpected: Bool?
    /// What the transcript says of the end.
    var expectation: String?

    /// Plays the transcript; each line is told once what it tells is durable.
    static func play(
        _ transcript: BoundTranscript, of flow: RunnableFlow, as run: RunID, reference: String?, into log: any EventLog,
        tell: (String) -> Void
    ) throws -> PlayedRun {
        let table = flow.table
        let beginning = Instant(milliseconds: 0)
        let told = { (step: DecidedStep) in Timeline.Entry(step, of: flow, since: beginning) }
        var player = try Player(
            transcript, as: run, of: table, annotations: flow.annotations, reference: reference, log: log)
        let begun = player.state.state
        var timeline = Timeline(
            run: run, flow: table.name, version: table.version, reference: reference, began: beginning,
            initialState: table.states[begun].name,
            initialEffects: player.beginningOrders.map { table.effects[$0.effect].name })
        timeline.isEnded = table.states[begun].isFinal
        tell(TimelineText.header(of: timeline, about: transcript.about))
        tell(TimelineText.beginning(of: timeline))
        for step in player.beginningSteps {
            let entry = told(step)
            timeline.entries.append(entry)
            tell(TimelineText.line(of: entry))
        }
        try player.play { step in
            let entry = told(step)
            switch step.place {
            case .recorded:
                timeline.entries.append(entry)
                if step.leg == 0 { timeline.isEnded = table.states[step.state].isFinal }
                tell(TimelineText.line(of: entry))
            case .counted: tell(TimelineText.line(of: entry, remark: "counted"))
            case .notKept: tell(TimelineText.line(of: entry, remark: "not recorded: the run has ended"))
            }
        }
        return PlayedRun(
            timeline: timeline, about: transcript.about,
            isAsExpected: transcript.expectation?.holds(for: player.final),
            expectation: transcript.expectation?.words(in: table))
    }

    /// How it ended, and whether it should have.
    var ending: String {
        let end = TimelineText.ending(of: timeline)
        switch (isAsExpected, expectation) {
        case (true?, _): return end + ", as expected"
        case (false?, let expectation?): return end + ", but the transcript expects \(expectation)"
        default: return end
        }
    }
}

extension Timeline.Entry {
    fileprivate init(_ step: DecidedStep, of flow: RunnableFlow, since beginning: Instant) {
        let table = step.legName.flatMap { flow.table.flow(ofLeg: $0) } ?? flow.table
        var sequence: UInt64 = 0
        if case .recorded(let recorded) = step.place { sequence = recorded }
        self.init(
            sequence: sequence, leg: step.legName, time: step.time, since: beginning, event: step.event,
            fields: step.fields, stamp: step.stamp, disposition: step.disposition,
            outcome: Outcome(state: step.state, context: step.run.values), orders: step.orders, choices: step.choices,
            of: table, annotated: flow.annotations.flow(ofLeg: step.legName, in: flow.table))
    }
}

extension BoundTranscript.Expectation {
    fileprivate func words(in table: Table) -> String {
        switch self {
        case .final(let state): table.states[state].name
        case .not(let state): "anything but \(table.states[state].name)"
        }
    }
}
