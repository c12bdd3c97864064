import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

extension RecordedTranscript {
    /// A day, in milliseconds: longer than any effect has for its answer, so that an answer after this time comes too late.
    private static let longAfter: Int64 = 86_400_000

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
        let replies = recorded.replies(assuming: Dictionary(uniqueKeysWithValues: assumed)) { _, _, otherwise in
            // The order had no answer, so its answer is put a second or more after the run's end, where it changes nothing.
            var late = otherwise
            late.after = end &+ 1000
            return late
        }
        let header = Transcript.Header(
            about: "Run \(history.run), edited: it ends in \(edit.to) and not in \(edit.from).",
            flow: history.flow.table.name, parameters: recorded.parameters,
            replies: replies.named(in: history.flow.table), retained: recorded.retained,
            expectation: .final(edit.to))
        let last = Transcript.Line(number: recorded.lines.count + 2, at: end, content: .nothing)
        return Transcript(path: header.flow + ".jsonl", header: header, lines: recorded.lines + [last])
    }

    /// The run up to where the history ends, and then what the other transcript says; the times of both count from the run's beginning.
    ///
    /// The other transcript's replies answer the orders that are open where the history ends, and those that are ordered later. What its
    /// header says of a run's beginning must be as it was recorded.
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
        let recorded = try RecordedTranscript(of: history, RunInputs(of: history), machine: machine) { callback in
            callback.attempt.flatMap { callback.stampedAttempt(during: $0) }
        }
        try check(header, of: other.path, beginsAs: recorded)
        // By the effects themselves: a header may name the effect of a sub-flow without its leg.
        var later = try answers(of: other, on: history.flow.table)
        var replies = recorded.replies { effect, order, otherwise in
            guard order.isOpen, var entry = later[effect]?.first else {
                // The order gets no answer before its time limit, as recorded, or because the other transcript has no reply for it.
                var late = otherwise
                late.after = fork &+ Self.longAfter
                return late
            }
            // The last reply of an effect answers all of its later orders too, so it is not removed.
            if later[effect, default: []].count > 1 { later[effect]?.removeFirst() }
            // The order is still open at the fork, so its answer comes as long after the fork as the entry says.
            entry.after = fork &- order.at &+ (entry.after ?? ScriptedAnswers.delay)
            return entry
        }
        for (effect, entries) in later { replies[effect, default: []] += entries }
        return Transcript(
            path: other.path,
            header: Transcript.Header(
                number: header.number, about: header.about, flow: header.flow, parameters: recorded.parameters,
                replies: replies.named(in: history.flow.table), retained: recorded.retained,
                expectation: header.expectation, demands: header.demands),
            // The lines of the other transcript keep their numbers: what is wrong with one is told at its place in the file.
            lines: recorded.lines + other.lines)
    }

    /// Refuses a header that would have the run begin otherwise than it did: a fork has the beginning from the log.
    private static func check(
        _ header: Transcript.Header, of path: String, beginsAs recorded: RecordedTranscript
    ) throws(CallRefusal) {
        func refusal(_ member: String, _ remedy: String) -> CallRefusal {
            CallRefusal(
                "'\(member)' of the header is about the beginning of a run, which a fork has from the log: \(remedy)",
                at: path, line: header.number)
        }
        let table = recorded.history.flow.table
        let chosen = table.parameters(in: recorded.history.beginning.outcome.context)
        let choice = Transcript.Header(
            number: header.number, about: "", flow: header.flow, parameters: header.parameters)
        let given = try bind(Transcript(path: path, header: choice), to: table).parameters
        if let other = given.keys.sorted().first(where: { given[$0] != chosen[$0] }) {
            let name = table.variables[other].name
            throw refusal("parameters", "leave '\(name)' out, for which something else was chosen there")
        }
        if !header.retained.isEmpty, header.retained != recorded.retained {
            throw refusal("retained", "leave it out, and have the callback come in a line")
        }
        if !header.occupied.isEmpty {
            throw refusal("occupied", "leave it out, and have the other run join the queue in a line")
        }
    }

    private static func answers(
        of transcript: Transcript, on table: Table
    ) throws(CallRefusal) -> [BoundTranscript.Asked: [Transcript.Entry]] {
        do { return try transcript.answers(on: table) } catch {
            throw CallRefusal(error.problems.map { CallRefusal.Problem($0) })
        }
    }
}
