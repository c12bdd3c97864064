import FlowLanguage
import FlowMachine
package import FlowTranscripts
import KeywayCore

extension FlowExploration {
    /// The run that shows what is wrong, once round its cycle too, as a transcript that plays it.
    package func transcript(of violation: Violation) -> Transcript {
        let against = models.isEmpty ? "" : " against \(models.map(\.title).joined(separator: ", "))"
        let about = "Explored\(against): \(violation.sentence)."
        return Transcript(of: violation.run + violation.cycle, in: machine, beside: models, about: about)
    }
}

extension Transcript {
    /// A transcript whose run is an explored one, with made-up values and with times at which that can happen.
    ///
    /// Exploring knows an order and no durations. Where no times allow the order, the transcript says so of itself, and
    /// its run may be another.
    init(of occurrences: [Occurrence], in machine: Machine, beside models: [ProviderModel], about: String) {
        let rehearsal = Rehearsal(of: occurrences, in: machine, beside: models)
        let instants = rehearsal.timetable.instants
        let times = instants ?? rehearsal.timetable.instantsInOrder
        var remark = ""
        if rehearsal.answersOlderLeg {
            remark += " Here a callback answers an older leg's call, which no transcript can say."
        }
        if rehearsal.hasEndlessHandlers {
            remark += " Here more handlers answer late than a run of this length leaves at work."
        }
        if occurrences.contains(where: { $0.isEndOfAnySubFlow(in: machine) }) {
            remark += " Here a sub-flow is any sub-flow and ends at will, which no transcript can say."
        }
        if rehearsal.waitsForLane { remark += " Here another run stands in the lane, and in a played run nobody does." }
        if instants == nil || rehearsal.waitsForLane {
            remark += " The order is possible, but not with these durations."
        }
        let final = machine.states[rehearsal.state].isFinal ? machine.states[rehearsal.state].name.text : nil
        var lines: [Line] = []
        for moment in rehearsal.moments {
            guard var content = moment.content else { continue }
            if case .restart = content { content = .restart(after: times[moment.number + 1] - times[moment.number]) }
            lines.append(Line(number: lines.count + 2, at: times[moment.number], content: content))
        }
        let end = times.last ?? 0
        if rehearsal.isAtRest {
            // An hour later it is still so.
            lines.append(Line(number: lines.count + 2, at: end + 3_600_000, content: .nothing))
        } else if let last = rehearsal.moments.last, last.content == nil {
            // What comes of itself at the end needs the clock to get there.
            lines.append(Line(number: lines.count + 2, at: end, content: .nothing))
        }
        let header = Header(
            about: about + remark, flow: machine.name.text,
            replies: rehearsal.replies(at: times, until: lines.last?.at ?? 0), retained: rehearsal.left,
            expectation: final.map { .final($0) })
        self.init(path: machine.name.text + ".jsonl", header: header, lines: lines)
    }
}

extension Rehearsal {
    /// What each effect answers, performance by performance; what is not answered would be after the end.
    fileprivate func replies(at times: [Int64], until end: Int64) -> [String: [Transcript.Entry]] {
        var replies: [String: [Transcript.Entry]] = [:]
        for performance in performances {
            let flow = flows[performance.leg]
            let signature = flow.machine.events[performance.reply].signature
            let answered = performance.answered.map { times[$0] } ?? end + 1000
            let delay = answered - times[performance.ordered]
            let effect = flow.machine.effects[performance.effect].name
            replies[flow.name.map { "\($0).\(effect)" } ?? effect, default: []].append(
                Transcript.Entry(
                    reply: signature.name,
                    arguments: signature.fields.arguments(performance.fields, among: flow.machine.enumerations),
                    after: delay == ScriptedAnswers.delay ? nil : delay))
        }
        return replies
    }
}

extension Occurrence {
    /// Whether a sub-flow that is not beside the flow ends, as any of its finals may be reached at any moment.
    fileprivate func isEndOfAnySubFlow(in machine: Machine) -> Bool {
        guard kind == .callback, leg == 0, let event, case .child = machine.events[event].signature.origin else {
            return false
        }
        return true
    }
}
