import FlowMachine
import FlowTranscripts
import KeywayCore

extension Rehearsal {
    /// The run as a transcript.
    ///
    /// `times`: for each moment, by its number, when it comes, in milliseconds since the run began.
    func transcript(at times: [Int64], about: String) -> Transcript {
        let flow = tree.root.table
        let final = flow.states[state].isFinal ? flow.states[state].name : nil
        let lines = lines(at: times)
        // The transcript expects the end that this run has. Whoever keeps it as a test puts the right end in its place.
        let chosen = parameters.sorted { $0.key < $1.key }
        let header = Transcript.Header(
            about: about, flow: flow.name,
            parameters: chosen.map { flow.variables[$0.key] }.arguments(
                chosen.map(\.value), among: flow.enumerations),
            replies: replies(at: times, until: lines.last?.at ?? 0), retained: left,
            occupied: lanes.others.filter { $0.moment == 0 }.map(\.provider), expectation: final.map { .final($0) })
        return Transcript(path: flow.name + ".jsonl", header: header, lines: lines)
    }

    private func lines(at times: [Int64]) -> [Transcript.Line] {
        var lines: [Transcript.Line] = []
        func add(_ content: Transcript.Line.Content, at time: Int64) {
            lines.append(Transcript.Line(number: lines.count + 2, at: time, content: content))
        }
        var coming = lanes.others.filter { $0.moment > 0 }
        for moment in moments {
            var content = moment.content
            var latest = moment.number
            if case .restart(_, let hasValues)? = content {
                let gap = times[moment.number + 1] - times[moment.number]
                content = .restart(after: gap, withValues: hasValues)
                // No other run asks for a lane while the app is dead: one that stands in line when the app runs again
                // asked before the app died.
                latest += 1
            }
            for other in coming where other.moment <= latest {
                add(.occupied(provider: other.provider), at: times[moment.number - 1])
            }
            coming.removeAll { $0.moment <= latest }
            if let content { add(content, at: times[moment.number]) }
        }
        let end = times.last ?? 0
        // A run that rests is looked at once more an hour later: nothing has come. A run that ends by a timer or a limit needs a line at
        // that time, for a transcript's clock goes no further than its last line.
        if isAtRest { add(.nothing, at: end + 3_600_000) } else if endsByItself { add(.nothing, at: end) }
        return lines
    }

    /// What each effect answers, performance by performance; one without an answer in the run gets its `otherwise`
    /// behind `end`, the time of the last line.
    private func replies(at times: [Int64], until end: Int64) -> [String: [Transcript.Answer]] {
        var replies: [String: [Transcript.Answer]] = [:]
        for performance in performances {
            let flow = flows[performance.flow]
            let signature = flow.machine.events[performance.reply].signature
            // A handler that never answers in the run would answer a second behind its end.
            let answered = performance.answered.map { times[$0] } ?? end + 1000
            let delay = answered - times[performance.ordered]
            let effect = flow.machine.effects[performance.effect].name
            replies[flow.name.map { "\($0).\(effect)" } ?? effect, default: []].append(
                Transcript.Answer(
                    reply: signature.name,
                    arguments: signature.fields.arguments(performance.fields, among: flow.machine.enumerations),
                    after: delay == ScriptedAnswers.delay ? nil : delay))
        }
        return replies
    }
}
