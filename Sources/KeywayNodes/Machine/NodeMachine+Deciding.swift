import KeywayCore
import KeywayLog
import KeywayRuns

/// The course of one run at a node: it is read, what came is decided, and the records are sent.
///
/// What is decided and not durable yet is a `Proposal`; a run has one at a time.
extension NodeMachine {
    /// The most inputs that go in one append.
    private static let greatestProposal = 64

    /// Goes on with a run for which nothing is under way: reads it, lets it be decided, or sets its alarm.
    mutating func goOn(with id: RunID, into outputs: inout [NodeOutput]) {
        guard clock.isSet, let run = runs[id] else { return }
        // The run's records wait until a statement may be sent.
        if run.proposal?.phase == .waiting { return makeReady(id) }
        if run.isBusy { return }
        // Of a new run nothing is in memory: it is read if anything is wanted of it. A run in memory is read once more for a look, and
        // before what was held back is carried out.
        let isNew = run.machine == nil && run.beginning == nil
        if isNew ? !run.queue.isEmpty || run.look != nil : run.look?.isUnread == true || run.heldBack != nil {
            load(id)
        } else if run.beginning != nil || run.value.hasInputs(at: now) || isDue(run) || run.isJudged {
            makeReady(id)
        } else {
            if hasOrdersWithoutHandler(run) {
                if lease.isHeld(at: now) { return makeReady(id) }
                waitForLease(id)
            }
            setAlarm(of: id)
        }
    }

    /// Lets something be decided for the run as soon as a connection is free.
    mutating func makeReady(_ id: RunID) {
        guard runs[id]?.isReady == false else { return }
        runs[id]?.isReady = true
        work.ready.append(id)
    }

    /// Whether a deadline of the run is past that this node lets happen.
    private func isDue(_ run: Boxed<NodeRun>) -> Bool {
        guard !run.value.isQuiet(at: now), run.keepsTime || run.isJudged, let due = run.machine?.nextDue else {
            return false
        }
        return due <= engineTime
    }

    /// Whether this node is to perform open orders of the run for which it has called no handler: see `NodeRun.ordersWithoutHandler`.
    private func hasOrdersWithoutHandler(_ run: Boxed<NodeRun>) -> Bool {
        if run.value.isQuiet(at: now) { return false }
        return !run.value.ordersWithoutHandler(at: node, notDueAt: clock.latest(at: now)).isEmpty
    }

    /// Decides what waits for the run; makes a proposal of it, to be appended or only confirmed.
    mutating func decide(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard runs[id]?.isBusy == false else { return }
        if let (new, asker) = runs[id]?.beginning { return decideBeginning(new, for: asker, into: &outputs) }
        guard var machine = runs[id]?.machine else { return }
        if planted == .hurriesDeadlines { machine.recovery = Recovery(planted: .hurriesTimers) }
        var draft: DeviceDraft?
        if let device = runs[id]?.device {
            // Where the device's row is not known here the engine is asked for it, and the run goes on with the answer.
            guard let known = known(device, for: id) else { return }
            draft = DeviceDraft(device, known)
        }
        var proposal = Proposal(id: drawAppend(), machine: machine, on: draft)
        let (inputs, isApart) = runs[id]?.value.takeInputs(atMost: Self.greatestProposal, at: now) ?? ([], false)
        proposal.isApart = isApart
        for waiting in inputs {
            proposal.inputs.append(waiting)
            let answer: NodeAnswer
            switch waiting.content {
            case .word(let word):
                // The simulation plants a fault that leaves this check out.
                let checks = planted != .tellsFormerHolder
                do throws(RunError) {
                    guard try proposal.decide(waiting, word, at: engineTime, checksHolder: checks) else {
                        // Another run is to hear the word: `sendBack` brings it there.
                        proposal.inputs.removeLast()
                        continue
                    }
                    answer = .decided(id, nil)
                } catch {
                    answer = .refused(error)
                }
            case .input(let input): answer = proposal.answer(input, following: waiting.flow, at: engineTime)
            case .beginning(let new):
                answer = proposal.answer(.command(new.command), following: waiting.flow, at: engineTime)
            }
            if let asker = waiting.asker { proposal.answers.append((asker, answer)) }
        }
        if !isApart, let run = runs[id] {
            takeOver(of: run, in: &proposal, into: &outputs)
            // Last, so that a reply at the very instant of its limit is in time.
            if isDue(run) { proposal.decide(own: .instantEnded, at: engineTime) }
        }
        proposal.settleDevice()
        // If the proposal may not change the device now, its inputs are back in the queue until the proposal that changes it has ended.
        guard mayChangeDevice(by: &proposal, of: id) else { return }
        sendBack(proposal.misled, of: proposal.draft)
        if proposal.records.isEmpty { return endWithoutRecords(proposal, of: id, into: &outputs) }
        runs[id]?.proposal = proposal
    }

    /// Decides the beginning of a run and its first command, which go in one append. With a command that the flow does not have, nothing
    /// begins.
    private mutating func decideBeginning(_ new: NewRun, for asker: Asker, into outputs: inout [NodeOutput]) {
        var draft: DeviceDraft?
        if let device = new.device {
            guard let known = known(device, for: new.run) else { return }
            draft = DeviceDraft(device, known)
            // The append counts only if the device's row is still as it was read, so that the run misses nothing that is retained
            // for it in between.
            draft?.touch()
        }
        let (machine, decision) = RunMachine.begin(
            new.run, of: new.flow, version: new.version, reference: new.reference, choosing: new.parameters,
            kind: .live, salt: new.salt, at: engineTime, hearing: draft?.state.retained ?? RetainedCallbacks())
        var proposal = Proposal(id: drawAppend(), machine: machine, on: draft)
        proposal.add(decision)
        do throws(RunError) {
            let answer = try proposal.decide(.command(new.command), at: engineTime)
            proposal.answers = [(asker, .decided(new.run, answer))]
        } catch {
            self.answer([(asker, .refused(error))], into: &outputs)
            return dropBeginning(of: new.run)
        }
        proposal.settleDevice()
        guard mayChangeDevice(by: &proposal, of: new.run) else { return }
        runs[new.run]?.proposal = proposal
    }

    /// The request by which the run was to begin is refused or withdrawn: the next request that waits begins the run.
    ///
    /// Where no other request waits the run is read from the log, because somebody may wait for an answer about it.
    mutating func dropBeginning(of id: RunID) {
        let next = runs[id]?.value.takeNextBeginning(of: id)
        runs[id]?.beginning = next
        if next == nil { readInsteadOfBeginning(id) } else { makeReady(id) }
    }

    /// The run's first command is asked of it like any other: the run has begun by another append.
    mutating func askFirstCommand(of id: RunID) {
        guard let (new, asker) = runs[id]?.beginning else { return }
        runs[id]?.beginning = nil
        if askers[asker] != nil { runs[id]?.queue.append(WaitingInput(beginning: new, asker: asker)) }
    }

    /// Reads a run that does not begin here, or forgets it where nobody wants anything of it.
    mutating func readInsteadOfBeginning(_ id: RunID) {
        if runs[id]?.value.isIdle(at: node) == true { runs[id] = nil } else { load(id) }
    }

    /// Nothing is to be appended. What came changed nothing, as far as the node knows: before that is told, the engine is asked whether
    /// the run has gone on.
    private mutating func endWithoutRecords(
        _ proposal: Proposal, of id: RunID, into outputs: inout [NodeOutput]
    ) {
        guard proposal.needsConfirming else {
            // A look that found nothing to do moves the run's promise on.
            postpone(id)
            return goOn(with: id, into: &outputs)
        }
        runs[id]?.proposal = proposal
        runs[id]?.proposal?.phase = .confirming
        work.confirms.append(id)
    }

    /// Drops a proposal that did not win, sent or not: its inputs wait again.
    mutating func putBack(_ id: RunID) {
        guard let proposal = runs[id]?.proposal else { return }
        runs[id]?.queue.insert(contentsOf: proposal.inputs, at: 0)
        runs[id]?.proposal = nil
    }

    /// Asks for the blocks of the run that are missing here.
    mutating func load(_ id: RunID) {
        guard runs[id]?.isLoading == false else { return }
        runs[id]?.isLoading = true
        work.loads.append(id)
    }

    /// Sets the alarm for the run's next deadline, where this node keeps its time.
    private mutating func setAlarm(of id: RunID) {
        guard let run = runs[id] else { return }
        if run.value.isQuiet(at: now) {
            wake(id, at: run.quietUntil)
        } else if run.keepsTime, let due = run.machine?.nextDue {
            wake(id, at: max(clock.monotonic(due), now + 1))
        } else {
            runs[id]?.alarm = nil
        }
    }

    /// Sets the run's alarm to that moment of the monotonic clock.
    mutating func wake(_ id: RunID, at moment: Int64) {
        if runs[id]?.alarm == moment { return }
        runs[id]?.alarm = moment
        alarms.insert(id, at: moment)
        // An old entry leaves only at its time, which may be days away, though its run may have ended long ago.
        if alarms.count > 2 * runs.count + Self.greatestOldAlarms {
            alarms = AlarmHeap(runs.compactMap { id, run in run.alarm.map { ($0, id) } })
        }
    }

    /// How many old alarms may be left beside two of each run in memory.
    private static let greatestOldAlarms = 1_024

    // MARK: - The end of a proposal

    /// The proposal's records are durable, and the last of the run as far as is known: what follows from them is carried out.
    mutating func win(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard let proposal = adopt(id, into: &outputs) else { return }
        carryOut(proposal.consequences, of: id, sentAt: proposal.sentAt ?? now, into: &outputs)
        cancelUnwanted(of: id, into: &outputs)
        letGoOfHandlers(of: id, into: &outputs)
        goOn(with: id, into: &outputs)
    }

    /// The proposal's records are durable, and other records stand behind them. These are read before an order is performed that they may
    /// have ended.
    mutating func winBeforeOthers(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard let proposal = adopt(id, into: &outputs) else { return }
        runs[id]?.heldBack = (proposal.consequences, proposal.sentAt ?? now)
        load(id)
    }

    /// Takes the run as the proposal leaves it, and answers those who asked.
    private mutating func adopt(_ id: RunID, into outputs: inout [NodeOutput]) -> Proposal? {
        guard let proposal = runs[id]?.proposal else { return nil }
        let wasFinished = runs[id]?.machine?.isFinished == true
        runs[id]?.value.adopt(proposal, by: node)
        counts.note(proposal.records)
        outputs.append(
            .recorded(
                proposal.records, flow: proposal.machine.flow.table.name, after: proposal.sentAt.map { now - $0 } ?? 0))
        if runs[id]?.isObserved == true { outputs.append(.changed(id)) }
        adoptDevice(of: proposal, into: &outputs)
        answer(proposal.answers, into: &outputs)
        if !wasFinished { eraseKeyIfFinished(proposal.machine, into: &outputs) }
        return proposal
    }

    /// Has the key of a run erased of which nothing is left to do: nobody needs its values any more.
    private func eraseKeyIfFinished(_ machine: RunMachine, into outputs: inout [NodeOutput]) {
        guard machine.flow.takesValuesBack else { return }
        if machine.isFinished || planted == .erasesKeyTooEarly { outputs.append(.eraseKey(machine.run)) }
    }

    /// The run had not gone on: what was decided without a record is told.
    ///
    /// The proposal's copy of the run is dropped, because its clock may be ahead of the log.
    mutating func confirm(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard var proposal = runs[id]?.proposal else { return }
        runs[id]?.proposal = nil
        returnHeard(by: &proposal)
        answer(proposal.answers, into: &outputs)
        goOn(with: id, into: &outputs)
    }

    /// Another append has come first: its records are read, and the same inputs are decided once more.
    ///
    /// What the node decided by itself, a deadline or an order taken over, is not decided again: it may mean nothing any more.
    /// - Parameter next: where the run ends in the log. A log that ends before what the node knew has lost records that it had reported
    ///   as durable. Whoever waits is told so, and the node forgets what it had in memory.
    mutating func lose(_ id: RunID, to next: UInt64, into outputs: inout [NodeOutput]) {
        counts.conflicts += 1
        putBack(id)
        guard let run = runs[id] else { return }
        if next >= run.next { return load(id) }
        for (key, handling) in run.performing.sorted(by: { $0.key.order.precedes($1.key.order) })
        where handling == .underWay { outputs.append(.cancel(key)) }
        giveUp(id, with: next == 0 ? .noSuchRun : .regressed, into: &outputs)
    }

    /// The run's blocks were read, as far as the node lacked them.
    mutating func fold(_ blocks: [SharedBlock], of id: RunID, into outputs: inout [NodeOutput]) {
        guard var run = runs[id] else { return }
        (run.isLoading, run.failedLoads) = (false, 0)
        let isNew = run.machine == nil
        let wasFinished = run.machine?.isFinished == true
        let isServed = blocks.first?.version.map { serves($0) } ?? true
        do throws(UnfoldedRun) { try run.value.fold(blocks, serving: served) } catch {
            return setAside(id, because: error, afterReading: blocks, into: &outputs)
        }
        guard let machine = run.machine else {
            if run.beginning == nil { return giveUp(id, with: .noSuchRun, into: &outputs) }
            // Somebody asked for the run before it was to begin, so it was read first.
            run.look = nil
            runs[id] = run
            return goOn(with: id, into: &outputs)
        }
        if !isServed {
            return giveUp(id, with: .unserved(flow: machine.flow.table.name), into: &outputs)
        }
        if let last = blocks.last { run.keepsTime = last.id.node == node }
        // The node that ended the run may have died before it erased the key, and this one may have the key in memory.
        let mayHaveKey = !isNew || blocks.contains { !$0.opened.isEmpty }
        if !wasFinished, mayHaveKey { eraseKeyIfFinished(machine, into: &outputs) }
        let behind = run.heldBack
        run.heldBack = nil
        runs[id] = run
        askFirstCommand(of: id)
        if run.isObserved, isNew || !blocks.isEmpty { outputs.append(.changed(id)) }
        if let behind { carryOut(behind.consequences, of: id, sentAt: behind.sentAt, into: &outputs) }
        cancelUnwanted(of: id, into: &outputs)
        letGoOfHandlers(of: id, into: &outputs)
        if run.look?.isUnread == true { judge(id) }
        goOn(with: id, into: &outputs)
    }

    /// Counts and tells that this node does not go on with the run.
    mutating func noteSetAside(_ id: RunID, because reason: UnfoldedRun, into outputs: inout [NodeOutput]) {
        counts.setAside += 1
        outputs.append(.setAside(id, reason))
    }

    /// This node cannot go on with the run.
    ///
    /// - Parameter blocks: those that were read, of which the last one tells where the run ends.
    mutating func setAside(
        _ id: RunID, because reason: UnfoldedRun, afterReading blocks: [SharedBlock], into outputs: inout [NodeOutput]
    ) {
        noteSetAside(id, because: reason, into: &outputs)
        let answer: NodeAnswer
        switch reason {
        case .malformed(let record): answer = .damaged(record)
        case .newer(let sequence): answer = .newer(sequence: sequence)
        case .locked(let error): return putOff(id, answering: .locked(error), into: &outputs)
        case .notTaken(let reason): answer = .notTaken(reason)
        }
        // What is malformed here is damaged for all nodes, or made by another version of Keyway: nobody need look often. Where a newer
        // version of Keyway wrote the records, nodes of that version must go on with the run in time, so the look only ends.
        if case .malformed = reason, let look = runs[id]?.look, let next = blocks.last?.end {
            let promise = engineTime.advanced(byMilliseconds: terms.disagreement)
            work.postponements.append(Postponement(look.run, next: next, promise: promise))
            runs[id]?.look = nil
        }
        giveUp(id, with: answer, into: &outputs)
    }

    /// What others have appended to the run cannot be read here now, or its device cannot.
    ///
    /// Whoever waits is told. Another node may be able to read the run, or this one later: this node tries again after the longest pause.
    /// What it performs for the run goes on, and inputs for whose answer nobody waits are decided later. A run that this node never read is
    /// given up, unless only its key is lacking and somebody observes it: then it is read again.
    mutating func putOff(_ id: RunID, answering reason: NodeAnswer, into outputs: inout [NodeOutput]) {
        guard let run = runs[id], run.machine != nil || reason.isAboutKey && run.isObserved && run.beginning == nil
        else { return giveUp(id, with: reason, into: &outputs) }
        runs[id]?.isLoading = false
        runs[id]?.failedLoads = 0
        endInVain(run.look)
        runs[id]?.look = nil
        runs[id]?.queue.removeAll { $0.asker != nil }
        answer(run.queue.compactMap(\.asker).map { ($0, reason) }, into: &outputs)
        runs[id]?.notBefore = now + terms.pauses.longest
        wake(id, at: now + terms.pauses.longest)
    }

    /// Nothing can be done for the run: everybody who waits is told why.
    mutating func giveUp(_ id: RunID, with reason: NodeAnswer, into outputs: inout [NodeOutput]) {
        guard let run = runs.removeValue(forKey: id) else { return }
        endInVain(run.look)
        var waiting = (run.proposal?.inputs ?? []) + run.queue
        if reason == .noSuchRun { sendBackWords(in: &waiting, ofAbsent: id) }
        let waiters = waiting.compactMap(\.asker) + (run.beginning.map { [$0.asker] } ?? [])
        answer(waiters.map { ($0, reason) }, into: &outputs)
        if run.hasHandlers { outputs.append(.letGo(id)) }
        if run.isObserved { outputs.append(.lost(id, reason)) }
    }
}

extension NodeAnswer {
    /// Whether only the run's key is lacking.
    fileprivate var isAboutKey: Bool { if case .locked = self { true } else { false } }
}
