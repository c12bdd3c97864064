import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayReplay
import KeywayRuns

extension RecordedTranscript {
    /// Longer than any effect may take, in milliseconds: a day.
    private static let longAfter: Int64 = 86_400_000

    /// The run with edits as a transcript, which `keyway run` plays to the other end.
    static func edited(
        _ history: RunHistory, by edit: ShortestEdit, machine: Machine
    ) throws(CallRefusal) -> Transcript {
        var inputs = RunInputs(of: history)
        for change in edit.edits { inputs.apply(change) }
        let recorded = try RecordedTranscript(of: history, inputs, machine: machine)
        let end = max(edit.end, recorded.lines.last?.at ?? 0)
        let assumed = edit.assumed.map { assumed in
            (
                RunInputs.Effect(leg: assumed.leg, position: assumed.position),
                RunInputs.Answer(delay: ShortestEdit.Assumption.delay, reply: assumed.reply)
            )
        }
        let replies = recorded.replies(assuming: Dictionary(uniqueKeysWithValues: assumed)) { _, _, otherwise in
            // Behind the end.
            var late = otherwise
            late.after = end &+ 1000
            return late
        }
        let header = Transcript.Header(
            about: "Run \(history.run), edited: it ends in \(edit.to) and not in \(edit.from).",
            flow: history.flow.table.name, parameters: recorded.parameters, replies: replies,
            retained: recorded.retained, expectation: .final(edit.to))
        let last = Transcript.Line(number: recorded.lines.count + 2, at: end, content: .nothing)
        return Transcript(path: header.flow + ".jsonl", header: header, lines: recorded.lines + [last])
    }

    /// The run up to where the history ends, and then what another transcript says, whose times are on the run's clock.
    ///
    /// The other transcript's replies answer what is open there, and what is ordered later.
    static func forked(
        _ history: RunHistory, then other: Transcript, machine: Machine
    ) throws(CallRefusal) -> Transcript {
        guard let header = other.header, header.flow == history.flow.table.name else {
            throw CallRefusal(
                "this is no transcript of \(history.flow.table.name), the flow of the run", at: other.path)
        }
        let fork = history.machine.latest.milliseconds &- history.began.milliseconds
        if let early = other.lines.first(where: { $0.at < fork }) {
            throw CallRefusal(
                "its time \(early.at.seconds)s is before the last record that counts, which is at \(fork.seconds)s",
                at: other.path, line: early.number)
        }
        let recorded = try RecordedTranscript(of: history, RunInputs(of: history), machine: machine)
        var later = header.replies
        var replies = recorded.replies { effect, order, otherwise in
            guard order.isOpen, var entry = later[effect]?.first else {
                // Its limit passes, as it did, or as it does where nobody says what it is answered.
                var late = otherwise
                late.after = fork &+ Self.longAfter
                return late
            }
            // The last entry answers all later orders too, so it stays.
            if later[effect, default: []].count > 1 { later[effect]?.removeFirst() }
            // Nothing was answered before the fork.
            entry.after = fork &- order.at &+ (entry.after ?? ScriptedAnswers.delay)
            return entry
        }
        for (effect, entries) in later { replies[effect, default: []] += entries }
        let lines = recorded.lines + other.lines
        return Transcript(
            path: other.path,
            header: Transcript.Header(
                about: header.about, flow: header.flow, parameters: recorded.parameters, replies: replies,
                retained: recorded.retained, expectation: header.expectation, demands: header.demands),
            lines: lines.enumerated().map { number, line in
                var line = line
                line.number = number + 2
                return line
            })
    }
}
