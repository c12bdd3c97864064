import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

extension RecordedTranscript {
    /// The run with the edits of `keyway why`, as a transcript that `keyway run` plays to the other end.
    static func edited(
        _ history: RunHistory, by edit: ShortestEdit, machine: Machine
    ) throws(CallRefusal) -> Transcript {
        var inputs = RunInputs(of: history)
        for change in edit.edits { inputs.apply(change) }
        let recorded = try RecordedTranscript(of: history, inputs, machine: machine) { edit.attempts[$0.sequence] }
        let end = max(edit.end, recorded.lines.last?.at ?? 0)
        let assumed = edit.assumed.map { assumed in
            (
                RunInputs.Effect(leg: assumed.leg, position: assumed.position),
                RunInputs.Answer(delay: ShortestEdit.Assumption.delay, reply: assumed.reply)
            )
        }
        // An order without an answer is answered a second or more after the run's end, where that changes nothing.
        let replies = recorded.replies(
            assuming: Dictionary(uniqueKeysWithValues: assumed), unansweredAfter: end &+ 1000)
        let header = Transcript.Header(
            about: "Run \(history.run), edited: it ends in \(edit.to) and not in \(edit.from).",
            flow: history.flow.table.name, parameters: recorded.parameters,
            replies: replies.named(in: history.flow.table), retained: recorded.retained,
            expectation: .final(edit.to))
        let last = Transcript.Line(number: recorded.lines.count + 2, at: end, content: .nothing)
        return Transcript(path: header.flow + ".jsonl", header: header, lines: recorded.lines + [last])
    }
}
