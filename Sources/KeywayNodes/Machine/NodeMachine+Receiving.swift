import KeywayCore
import KeywayLog
import KeywayRuns

/// What the callers of the node bring: runs that begin, commands, callbacks, and the ends of handlers.
extension NodeMachine {
    mutating func begin(_ new: NewRun, for asker: Asker, into outputs: inout [NodeOutput]) {
        if runs[new.run] != nil { return receive(new.firstCommand(asker: asker), of: new.run, into: &outputs) }
        guard admits(asker, for: new.run, into: &outputs) else { return }
        runs[new.run, default: NodeRun()].beginning = (new, asker)
        noteUse(of: new.run)
        makeReady(new.run)
    }

    mutating func receive(_ waiting: WaitingInput, of run: RunID, into outputs: inout [NodeOutput]) {
        if let asker = waiting.asker {
            guard admits(asker, for: run, into: &outputs) else { return }
        }
        runs[run, default: NodeRun()].queue.append(waiting)
        noteUse(of: run)
        goOn(with: run, into: &outputs)
    }

    /// A handler has finished. Its order is not open any more once that is in the log, and only then is it forgotten here.
    mutating func noteHandled(
        _ order: LegOrder, _ reply: NodeInput.Reply?, _ closing: Closing, into outputs: inout [NodeOutput]
    ) {
        let run = order.key.run
        if runs[run]?.performing[order.key] != nil { runs[run]?.performing[order.key] = .finished }
        if let reply {
            let input = Input.reply(order.key, leg: order.leg, event: reply.event, fields: reply.fields)
            runs[run, default: NodeRun()].queue.append(WaitingInput(input))
        }
        // An order that nobody waits for is ended by this, and so is one whose reply is none of the effect's.
        receive(WaitingInput(.finished(order.key, leg: order.leg, closing)), of: run, into: &outputs)
    }

    /// The time had passed in which a handler was to be called.
    mutating func noteNotPerformed(_ order: LegOrder, into outputs: inout [NodeOutput]) {
        runs[order.key.run]?.performing[order.key] = nil
        goOn(with: order.key.run, into: &outputs)
    }

    /// Has each change of the run told from now on, and the run as it is once the node knows it.
    mutating func observe(_ run: RunID, into outputs: inout [NodeOutput]) {
        runs[run, default: NodeRun()].isObserved = true
        noteUse(of: run)
        beginWatching(run)
        if runs[run]?.machine != nil { outputs.append(.changed(run)) }
        // Another node may have appended since this one last used the run.
        if runs[run]?.isBusy == false, runs[run]?.beginning == nil { load(run) }
    }

    /// Whoever asked waits no longer. What was sent to the engine goes on; what was not is taken back.
    mutating func withdraw(_ asker: Asker, into outputs: inout [NodeOutput]) {
        guard let id = askers[asker] else { return }
        if withdrawWord(of: asker, into: &outputs) { return }
        let mayBeThere = runs[id]?.attempt?.forget(asker) ?? false
        runs[id]?.queue.removeAll { $0.asker == asker }
        if !mayBeThere, runs[id]?.beginning?.asker == asker { runs[id] = nil }
        answer([(asker, mayBeThere ? .outcomeUnknown : .unavailable)], into: &outputs)
        goOn(with: id, into: &outputs)
    }

    /// Whoever has waited long enough waits no longer.
    mutating func endPatience(into outputs: inout [NodeOutput]) {
        let count = patience.prefix { $0.until <= now || askers[$0.asker] == nil }.count
        let ended = patience.prefix(count)
        patience.removeFirst(count)
        for (_, asker) in ended { withdraw(asker, into: &outputs) }
    }

    /// Tells those who asked, each once.
    mutating func answer(_ answers: [(asker: Asker, answer: NodeAnswer)], into outputs: inout [NodeOutput]) {
        for (asker, answer) in answers where askers.removeValue(forKey: asker) != nil {
            outputs.append(.answer(asker, answer))
        }
    }

    /// Whether the node takes something in; if not, whoever asked is told.
    mutating func admits(_ asker: Asker, for run: RunID, into outputs: inout [NodeOutput]) -> Bool {
        let isTaking = clock.isSet && !isDraining
        guard isTaking, askers.count < terms.greatestWaiting else {
            outputs.append(.answer(asker, isTaking ? .overloaded : .unavailable))
            return false
        }
        askers[asker] = run
        patience.append((now + terms.patience, asker))
        return true
    }

    mutating func noteUse(of run: RunID) {
        uses += 1
        runs[run]?.lastUse = uses
    }
}

extension NewRun {
    /// The command by which the run begins, for a run that was begun already.
    func firstCommand(asker: Asker?) -> WaitingInput {
        WaitingInput(.command(command), following: flow, asker: asker)
    }
}

extension Attempt {
    /// Nobody waits for this answer any more; returns whether the log may have, or get, what was asked.
    ///
    /// Where the attempt has no records, or the question was refused or only asked how the run stands, the log gets nothing of it. Then
    /// the input is taken out of the attempt, so that it is not decided again where the attempt loses.
    fileprivate mutating func forget(_ asker: Asker) -> Bool {
        let isRead = inputs.contains { input in
            if case .input(.timers) = input.content { input.asker == asker } else { false }
        }
        let isDecided = answers.contains { waiting in
            if case .decided = waiting.answer { waiting.asker == asker } else { false }
        }
        guard !records.isEmpty, !isRead, isDecided else {
            inputs.removeAll { $0.asker == asker }
            answers.removeAll { $0.asker == asker }
            return false
        }
        for place in inputs.indices where inputs[place].asker == asker { inputs[place].asker = nil }
        return true
    }
}
