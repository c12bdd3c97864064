import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns

/// Writes the sentences of an explanation: a property for each group of sentences, which may be empty.
struct ExplanationWriter {
    let history: RunHistory

    init(of history: RunHistory) {
        self.history = history
    }

    typealias Sentence = Explanation.Sentence

    private func sentence(_ subject: Sentence.Subject, _ text: String, about step: RunHistory.Step? = nil) -> Sentence {
        Sentence(
            subject: subject, text: text, sequence: step?.record.sequence, event: step?.event,
            line: step.flatMap { history.line(of: $0) })
    }

    /// `at 15 s, record 5`.
    private func place(_ step: RunHistory.Step) -> String {
        "at \(history.at(step).spelled), record \(step.record.sequence)"
    }

    /// The place of the first of so many steps that are alike.
    private func place(_ first: RunHistory.Step, of count: Int) -> String {
        place(first) + (count == 1 ? "" : ", the first of \(count) times")
    }

    /// ` (SNA.flow:141)`; nothing where no row decided.
    private func specLine(_ step: RunHistory.Step) -> String { history.line(of: step).map { " (\($0))" } ?? "" }

    private func state(_ outcome: Outcome?, of step: RunHistory.Step) -> String {
        outcome.map { step.flow.table.states[$0.state].name } ?? "nothing"
    }

    // MARK: - The end

    private var isShadow: Bool { history.beginning.kind == .shadow }

    /// Of a shadow: what the app's own handler came to, which is the end of the sign-in.
    var shadow: [Sentence] {
        guard isShadow else { return [] }
        let told = history.appOutcomes.map { told in
            Sentence(
                subject: .shadow,
                text: "The app's handler ended at \(told.at.spelled), record \(told.sequence): \(told.outcome.words).",
                sequence: told.sequence)
        }
        return [
            sentence(
                .shadow,
                "This is a shadow beside the app's own handler: the flow performs nothing in it, and signs nobody in.")
        ] + (told.isEmpty ? [sentence(.shadow, "The app told no end of its handler\(beforeLoss).")] : told)
    }

    /// What is added where nothing was told: where damage may have cost the run records, nobody knows whether it was told later.
    private var beforeLoss: String {
        switch history.loss {
        case .nothing: ""
        case .possible: " in what is left of the damaged log"
        case .certain: " before records were lost"
        }
    }

    /// Where the log and its own flow say different things.
    var disagreement: [Sentence] {
        guard let found = history.disagreement else { return [] }
        return [
            Sentence(
                subject: .disagreement,
                text:
                    "From record \(found.sequence) on the log and its own flow disagree: \(found.field) of \(found.event)"
                    + (found.state.map { " in \($0)" } ?? "")
                    + " was recorded as \(found.recorded), and the flow makes it \(found.computed).",
                sequence: found.sequence, event: found.event)
        ]
    }

    /// Where the run ended and what brought the end, or where a run stands that goes on or was cut by damage.
    var ending: [Sentence] {
        guard let position = history.endingStep else {
            let state = history.state.name
            let since = history.steps.last { $0.leg == nil && $0.disposition == .taken }.map { history.at($0) } ?? 0
            let run = isShadow ? "the flow" : "the run"
            let last = "it came to \(state) at \(since.spelled), and was there last."
            let text =
                switch history.loss {
                case .nothing: "\(run.capitalizedFirst) has not ended: it is in \(state) since \(since.spelled)."
                case .possible:
                    "\(run.capitalizedFirst) has not ended in what is left of the damaged log, and may have ended in the damaged part: \(last)"
                case .certain: "How \(run) went on is lost in damage: \(last)"
                }
            return [sentence(.ending, text)]
        }
        let step = history.steps[position]
        let cause = bringer(of: step)
        let kept = results(of: step).map(\.description).joined(separator: ", ")
        let via =
            cause.record.sequence == step.record.sequence
            ? "" : " (so \(step.event) came to \(state(step.before, of: step)))"
        return [
            sentence(
                .ending,
                "\(isShadow ? "The flow came to" : "It ended in") \(state(step.after, of: step)) \(place(step))\(kept.isEmpty ? "" : ": \(kept)").",
                about: step),
            sentence(
                .cause,
                "What \(isShadow ? "brought it there" : "ended it") was \(phraseAndPlace(of: cause))\(via).",
                about: cause),
        ]
    }

    /// The first step of the chain of owed steps that led to this one: a command, a callback, an answer or a deadline.
    ///
    /// Where the run itself began with a sub-flow, the chain begins with that leg.
    private func bringer(of step: RunHistory.Step) -> RunHistory.Step {
        var step = step
        // A record that names itself or a later one as its cause is told as it stands.
        while let sequence = step.owedBy, sequence < step.record.sequence,
            let earlier = history.steps.last(where: { $0.record.sequence == sequence })
        {
            step = earlier
        }
        return step
    }

    /// The event with what brought it, the state that it came to, and the line that decided.
    private func phraseAndPlace(of step: RunHistory.Step) -> String {
        let place = step.before == nil ? "" : " in \(state(step.before, of: step))"
        return "\(phrase(for: step))\(place)\(specLine(step))"
    }

    /// The event of a step with what brought it, as a part of a sentence.
    private func phrase(for step: RunHistory.Step) -> String {
        guard let told = step.eventRecord else { return "the beginning of \(step.leg ?? "the run")" }
        let effect = history.effect(answeredBy: told) ?? "an effect"
        return switch told.cause {
        case .asked: "the app's command \(step.event)"
        case .heard: "the provider's word \(step.event)"
        case .retained: "the provider's word \(step.event), said before"
        case .replied: "the answer \(step.event) to \(effect)"
        case .failed: "\(step.event), because the handler of \(effect) threw or gave no answer"
        case .refused: "\(step.event), because \(effect) was not performed: another run held its source"
        case .interrupted where history.answersOrderOfComeback(step):
            "\(step.event), because \(effect) was given up when the run came back"
        case .interrupted: "\(step.event), because the process ended while \(effect) was at work"
        case .limit: "\(step.event), because \(effect) did not answer in time"
        case .timer: "the deadline \(step.event)"
        case .granted: "the grant of \(step.event)"
        case .restored: "\(step.event): another process went on with the run"
        case .owed(let sequence): "\(step.event), brought by record \(sequence)"
        case .overrun: "\(step.event), early: the run had so many records that no run may have more"
        case .valueGone:
            "\(step.event), because \(effect) was not performed: a value that it needs was gone when the run came back"
        }
    }

    // MARK: - Where the result comes from

    /// What the final that the step led to keeps.
    func results(of step: RunHistory.Step) -> [Replay.Timeline.Field] {
        let table = step.flow.table
        let annotations = history.annotations?.flow(ofLeg: step.leg, in: history.flow.table)
        let keeps = annotations?.keeps[table.states[step.after.state].name] ?? []
        let kept = zip(table.variables, step.after.context).filter { keeps.contains($0.0.name) }
        return kept.map(\.0).shown(kept.map(\.1), among: table.enumerations)
    }

    /// Each value that the final keeps and an earlier step has set.
    var results: [Sentence] {
        guard let position = history.endingStep else { return [] }
        let end = history.steps[position]
        let variables = end.flow.table.variables
        return results(of: end).compactMap { field in
            guard let variable = variables.firstIndex(where: { $0.name == field.name }),
                let setter = history.setter(of: variable, inLeg: 0, before: position + 1)
            else { return nil }
            let cause = bringer(of: setter)
            // A value that was set by what brought the end needs no sentence: the sentence about the cause names that event.
            if cause.record.sequence == bringer(of: end).record.sequence { return nil }
            return sentence(
                .value,
                "\(field) since \(history.at(setter).spelled): by \(phraseAndPlace(of: cause)).", about: setter)
        }
    }

    // MARK: - What the app's own code did

    /// Handlers that threw or were not called, alike ones in one sentence. One that ended the run, and is alone of its kind, is left out:
    /// the sentence about the cause names it.
    var handlers: [Sentence] {
        let ending = history.endingStep.map { bringer(of: history.steps[$0]).record.sequence }
        let answered = alike(history.steps.filter(\.isWithoutAnswer)).compactMap { first, count -> Sentence? in
            if first.record.sequence == ending, count == 1 { return nil }
            return sentence(
                .handler,
                "\(phrase(for: first).capitalizedFirst): \(place(first, of: count)), in \(state(first.before, of: first))"
                    + "\(specLine(first)).", about: first)
        }
        let closed = history.notes.filter { [.handlerFailed, .notPerformed].contains($0.kind) }
        return answered + closed.map { sentence(.handler, about: $0) }
    }

    /// Each time that another process or node went on with the run.
    var processes: [Sentence] {
        history.notes.filter { [.resumed, .takenOver].contains($0.kind) }.map { sentence(.process, about: $0) }
    }

    /// `note`: the first of so many that are alike.
    private func sentence(_ subject: Sentence.Subject, about note: Replay.Note, of count: Int = 1) -> Sentence {
        let times = count == 1 ? "" : ", the first of \(count) times"
        // The name of a command stays as the flow has it.
        let text = note.kind == .rejectedCommand ? note.text : note.text.capitalizedFirst
        return Sentence(
            subject: subject,
            text: "\(text) (at \(note.at.spelled), record \(note.sequence)\(times)).",
            sequence: note.sequence)
    }

    // MARK: - What did not help

    /// Deadlines and limits that passed; those that are alike stand in one sentence.
    var deadlines: [Sentence] {
        alike(history.steps.filter(\.isPassedDeadline)).map { first, count in
            return sentence(
                .deadline,
                "\(first.eventRecord?.cause == .limit ? "A limit" : "A deadline") passed \(place(first, of: count)): \(phraseAndPlace(of: first)).",
                about: first)
        }
    }

    /// The first of each group of steps that a person takes for the same, and how many there are.
    private func alike(_ steps: [RunHistory.Step]) -> [(first: RunHistory.Step, count: Int)] {
        var places: [[String]: Int] = [:]
        var groups: [(first: RunHistory.Step, count: Int)] = []
        for step in steps {
            let key = [
                step.event, phrase(for: step), state(step.before, of: step), step.disposition.description,
                unreadCallback(step) ?? "",
                history.line(of: step) ?? "",
            ]
            if let place = places[key] {
                groups[place].count += 1
            } else {
                places[key] = groups.count
                groups.append((step, 1))
            }
        }
        return groups
    }

    /// Events of which nothing came; those that are alike stand in one sentence.
    var dropped: [Sentence] { droppedEvents + commandsBeforeLegs }

    /// Commands for sub-flows that had not begun, which are no events of a leg.
    private var commandsBeforeLegs: [Sentence] {
        let notes = history.notes.filter { $0.kind == .rejectedCommand }
        return Dictionary(grouping: notes, by: \.text).values.sorted { $0[0].sequence < $1[0].sequence }.map { alike in
            sentence(.dropped, about: alike[0], of: alike.count)
        }
    }

    private var droppedEvents: [Sentence] {
        alike(history.steps.filter { ![.taken, .stayed].contains($0.disposition) }).map { first, count in
            return sentence(
                .dropped, "\(first.event) was \(first.disposition) \(place(first, of: count)): \(reason(first)).",
                about: first)
        }
    }

    /// The callback of the step that no row of a source reads, in words; nil for any other step.
    private func unreadCallback(_ step: RunHistory.Step) -> String? {
        step.eventRecord?.unread.map { unread in
            let status = unread.status.map { " with status \($0)" } ?? ""
            return "\(unread.shownName)\(status)"
        }
    }

    /// Why nothing came of the event, as a part of a sentence.
    private func reason(_ step: RunHistory.Step) -> String {
        let before = state(step.before, of: step)
        if let unread = unreadCallback(step) {
            let later = history.laterReaders(of: step)
            return later.isEmpty
                ? "no row of a source reads \(unread)"
                : "\(later.joined(separator: " and ")) had not begun, and no other leg has a row for \(unread)"
        }
        if step.isAfterEnd { return "\(step.leg ?? "the run") had ended in \(before)" }
        switch step.disposition {
        case .stale: return "it belongs to an attempt or an order that was over in \(before)\(specLine(step))"
        case .rejected where step.eventRecord?.row == nil: return "no row takes it in \(before)"
        default: return "the flow says so for \(before)\(specLine(step))"
        }
    }

    /// Effects that were open just before the end, but for the one whose answer ended the run, and lanes that were not granted by then.
    var unanswered: [Sentence] {
        guard let position = history.endingStep, let tree = history.beforeEnd else { return [] }
        let cause = bringer(of: history.steps[position])
        let answered = cause.eventRecord?.answers
        let lanes = history.awaitedLanes.compactMap { request -> Sentence? in
            let leg = tree.legs[request.leg]
            // The grant itself may have ended the run.
            if cause.record.leg == request.leg, cause.eventRecord?.event == leg.table.lanes[request.lane].event {
                return nil
            }
            let lane = leg.table.lanes[request.lane].name
            return sentence(
                .unanswered,
                "The lane \(leg.name.map { "\($0).\(lane)" } ?? lane) of \(request.provider), asked for by record \(request.sequence), was not granted."
            )
        }
        return tree.legs.filter { !$0.isEnded }.flatMap { leg in
            leg.run.openEffects.filter { $0.order != answered }.map { open in
                let name = leg.table.effects[open.effect].name
                return sentence(
                    .unanswered,
                    "\(leg.name.map { "\($0).\(name)" } ?? name), ordered by record \(open.order.sequence), had not answered."
                )
            }
        } + lanes
    }

    /// Callbacks and answers that came after the end, and on which the run would have acted just before it.
    var missed: [Sentence] {
        guard let position = history.endingStep, let tree = history.beforeEnd else { return [] }
        var seen: Set<String> = []
        return history.steps[(position + 1)...].compactMap { step in
            guard let told = step.eventRecord, [.heard, .retained, .replied].contains(told.cause), step.isAfterEnd
            else { return nil }
            var tree = tree
            let leg = Int(clamping: step.record.leg)
            guard tree.legs.indices.contains(leg), !tree.isEnded(leg) else { return nil }
            let event = Event(told.event, fields: told.fields, stamp: told.stamp, answers: told.answers)
            let decided = tree.decide(
                event, in: leg, at: history.steps[position].record.time,
                sequence: history.steps[position].record.sequence)
            guard case .decided(_, let made) = decided.content, made.isActedOn else { return nil }
            let target = step.flow.table.states[tree.legs[leg].run.state].name
            guard seen.insert("\(step.event) \(target)").inserted else { return nil }
            let before = history.beforeEnd.map { step.flow.table.states[$0.legs[leg].run.state].name } ?? target
            let gap = (history.at(step) &- history.at(history.steps[position])).spelled
            let way = before == target ? "been taken in \(target)" : "led from \(before) to \(target)"
            return sentence(
                .missed, "\(step.event) came \(gap) after the end. Just before the end it would have \(way).",
                about: step)
        }
    }

    /// What a run that goes on waits for. One of which the next record is lost need not wait any longer.
    var waiting: [Sentence] {
        guard history.endingStep == nil, history.loss != .certain else { return [] }
        let beginning = history.loss == .nothing ? "It waits" : "Unless it ended, it waits"
        return RunSnapshot(of: history).legs.flatMap { leg in
            let name = leg.name.map { "\($0) in \(leg.state)" } ?? leg.state
            let lanes = leg.lanes.filter { !$0.isHeld }.map {
                "the lane \($0.name) of \($0.provider), asked for by record \($0.asked)"
            }
            let waits =
                lanes + leg.timers.map { "the deadline \($0.name) at \($0.due.spelled)\($0.isHeld ? ", held" : "")" }
                + leg.effects.map { "\($0.name) until \($0.due.spelled)" }
            return waits.isEmpty
                ? [] : [sentence(.waiting, "\(beginning) in \(name) for \(waits.joined(separator: ", ")).")]
        }
    }
}

extension String {
    /// The text as a sentence begins.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
