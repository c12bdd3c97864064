import KeywayCore
import KeywayLog
import KeywayRuns

/// What the callers of the node bring: runs that begin, commands, callbacks, and the ends of handlers.
extension NodeMachine {
    mutating func begin(_ new: NewRun, for asker: Asker, into outputs: inout [NodeOutput]) {
        // A run that is known here without a machine or a beginning is being read, because somebody asked for it: it may not have begun.
        if let run = runs[new.run], run.machine != nil || run.beginning != nil {
            return receive(WaitingInput(beginning: new, asker: asker), of: new.run, into: &outputs)
        }
        guard admits(asker, at: .run(new.run), into: &outputs) else { return }
        runs[new.run, default: Boxed(NodeRun())].beginning = (new, asker)
        noteUse(of: new.run)
        goOn(with: new.run, into: &outputs)
    }

    mutating func receive(_ waiting: WaitingInput, of run: RunID, into outputs: inout [NodeOutput]) {
        if let asker = waiting.asker {
            guard admits(asker, at: .run(run), into: &outputs) else { return }
        }
        runs[run, default: Boxed(NodeRun())].queue.append(waiting)
        noteUse(of: run)
        goOn(with: run, into: &outputs)
    }

    /// A handler has finished. Its order stays open, and the node keeps the order in memory, until the log has the end
    /// of the order.
    mutating func noteHandled(
        _ order: LegOrder, _ reply: NodeInput.Reply?, _ closing: Closing, into outputs: inout [NodeOutput]
    ) {
        let run = order.key.run
        if runs[run]?.performing[order.key] != nil { runs[run]?.performing[order.key] = .finished }
        if let reply {
            let input = Input.reply(order.key, leg: order.leg, event: reply.event, fields: reply.fields)
            runs[run, default: Boxed(NodeRun())].queue.append(WaitingInput(input))
        }
        // This input ends an order that expects no reply, and one whose handler gave a reply that its effect lacks.
        receive(WaitingInput(.finished(order.key, leg: order.leg, closing)), of: run, into: &outputs)
    }

    /// An order's handler was not called, because the time to call it had passed. The order has no handler now, so the
    /// node takes the order over once more when it holds its lease, unless the order's limit comes first.
    mutating func noteNotPerformed(_ order: LegOrder, into outputs: inout [NodeOutput]) {
        runs[order.key.run]?.performing[order.key] = nil
        goOn(with: order.key.run, into: &outputs)
    }

    /// Tells each change of the run from now on, and first the run as it is, once the node has read it.
    mutating func observe(_ run: RunID, into outputs: inout [NodeOutput]) {
        runs[run, default: Boxed(NodeRun())].isObserved = true
        noteUse(of: run)
        beginWatching(run)
        if runs[run]?.machine != nil { outputs.append(.changed(run)) }
        // Another node may have appended since this one last used the run.
        if runs[run]?.isBusy == false, runs[run]?.beginning == nil { load(run) }
    }

    /// An asker waits no longer. What was sent to the engine goes on; what was not is taken back.
    mutating func withdraw(_ asker: Asker, into outputs: inout [NodeOutput]) {
        guard let place = askers[asker] else { return }
        let id: RunID
        switch place {
        case .device(let device): return withdrawWord(of: asker, at: device, into: &outputs)
        case .run(let run): id = run
        }
        let mayBeThere = runs[id]?.proposal?.forget(asker) ?? false
        runs[id]?.queue.removeAll { $0.asker == asker }
        answer([(asker, mayBeThere ? .outcomeUnknown : .unavailable)], into: &outputs)
        if !mayBeThere, runs[id]?.beginning?.asker == asker { dropBeginning(of: id) }
        goOn(with: id, into: &outputs)
    }

    /// Withdraws the askers that have waited as long as the terms let them.
    mutating func withdrawExpired(into outputs: inout [NodeOutput]) {
        let count = patience.prefix { $0.until <= now || askers[$0.asker] == nil }.count
        if count == 0 { return }
        let expired = patience.prefix(count)
        patience.removeFirst(count)
        for (_, asker) in expired { withdraw(asker, into: &outputs) }
    }

    /// Tells those who asked, each once.
    mutating func answer(_ answers: [(asker: Asker, answer: NodeAnswer)], into outputs: inout [NodeOutput]) {
        for (asker, answer) in answers where askers.removeValue(forKey: asker) != nil {
            outputs.append(.answer(asker, answer))
        }
    }

    /// Whether the node takes something in; if not, whoever asked is told.
    mutating func admits(_ asker: Asker, at place: AskerPlace, into outputs: inout [NodeOutput]) -> Bool {
        let isTaking = clock.isSet && !isDraining
        guard isTaking, askers.count < terms.greatestWaiting else {
            outputs.append(.answer(asker, isTaking ? .overloaded : .unavailable))
            return false
        }
        askers[asker] = place
        patience.append((now + terms.patience, asker))
        return true
    }

    mutating func noteUse(of run: RunID) {
        uses += 1
        runs[run]?.lastUse = uses
    }
}

extension Proposal {
    /// Forgets an asker who waits no longer; returns whether the log may have, or get, what was asked.
    ///
    /// The log gets nothing of an input that was refused, of one that only asks how the run stands, and of a proposal
    /// without records. The proposal drops such an input, so that it is not decided again where the proposal loses.
    fileprivate mutating func forget(_ asker: Asker) -> Bool {
        let isQuery = inputs.contains { input in
            // Whoever only asks how the run stands gives the input `timeReached`.
            if case .input(.timeReached) = input.content { input.asker == asker } else { false }
        }
        let isDecided = answers.contains { waiting in
            if case .decided = waiting.answer { waiting.asker == asker } else { false }
        }
        guard !records.isEmpty, !isQuery, isDecided else {
            inputs.removeAll { $0.asker == asker }
            answers.removeAll { $0.asker == asker }
            return false
        }
        for place in inputs.indices where inputs[place].asker == asker { inputs[place].asker = nil }
        return true
    }
}
