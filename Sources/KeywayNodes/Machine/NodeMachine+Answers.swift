import KeywayCore
import KeywayLog
import KeywayRuns

/// What the engine answers, which keeps the log, and what becomes of statements that have no answer.
///
/// A `Proposal` is what a node has decided for a run and does not know to be in the log.
extension NodeMachine {
    /// Takes the engine's answer to the statement of this number.
    mutating func take(
        _ answer: Result<EngineAnswer, EngineFailure>, to number: UInt64, into outputs: inout [NodeOutput]
    ) {
        // A statement that was given up may be answered later: nobody waits for that.
        guard let sent = work.take(number) else { return }
        switch answer {
        case .success(let answer):
            work.noteAnswer(at: now)
            take(answer, to: sent, into: &outputs)
        case .failure(let failure):
            counts.failedStatements += 1
            if case .beat = sent {} else { work.backoff.fail(at: now) }
            take(failure, of: sent, into: &outputs)
        }
    }

    private mutating func take(_ answer: EngineAnswer, to sent: EngineWork.Sent, into outputs: inout [NodeOutput]) {
        switch (sent, answer) {
        case (.beat(let sentAt), .beat(let time)): noteBeat(time, sentAt: sentAt, into: &outputs)
        case (.append(let runs), .appended(let won, let refused)):
            // A proposal may have been given up while its statement was under way.
            for (run, id) in runs where self.runs[run]?.proposal?.id == id {
                if let refusal = refused[run] {
                    refuse(run, because: refusal, into: &outputs)
                } else if won.contains(run) {
                    win(run, into: &outputs)
                } else {
                    self.runs[run]?.proposal?.mayBeThere = true
                    work.settles.append(run)
                }
            }
        case (.settle(let runs), .settled(let settled)):
            for run in runs { settle(run, as: settled[run], into: &outputs) }
        case (.confirm(let runs), .confirmed(let ends)):
            for run in runs {
                let next = ends[run] ?? 0
                if next == self.runs[run]?.next {
                    confirm(run, into: &outputs)
                } else {
                    lose(run, to: next, into: &outputs)
                }
            }
        case (.load(let runs, _), .loaded(let blocks, let locked)):
            for run in runs {
                if let error = locked[run] {
                    setAside(run, because: .locked(error), afterReading: [], into: &outputs)
                } else {
                    fold(blocks[run] ?? [], of: run, into: &outputs)
                }
            }
        case (.find(let run), .found(let found)): take(found, for: run, into: &outputs)
        case (.devices(let asked, _), .devices(let rows)): take(rows, asked: asked, into: &outputs)
        case (.changeDevices(let asked), .changedDevices(let changed, let refused)):
            takeKept(asked, changed: changed, refused: refused, into: &outputs)
        case (.look, .looked(let runs)):
            // As many came as were asked for: there may be more.
            if runs.count == terms.greatestSet, !isDraining { work.wantsLook = true }
            for run in runs { look(at: run, into: &outputs) }
        case (.living(let runs, let asked), .living(let living)):
            judge(runs, asked: asked, living: living, into: &outputs)
        case (.continued, .continued(let continued)):
            for run in continued.sorted() where runs[run]?.isBusy == false {
                load(run)
            }
        case (.postpone, .postponed), (.endLooks, .endedLooks): break
        case (.versions, .versions(let versions)): note(versions)
        default: preconditionFailure("the engine's answer is of another kind than the statement")
        }
    }

    /// A statement has failed. A look, and the question whether runs have gone on, wait for their next time; that a look is put off or has
    /// ended is not said again. All else is asked again after a pause, appends under the same identity.
    private mutating func take(
        _ failure: EngineFailure, of sent: EngineWork.Sent, into outputs: inout [NodeOutput]
    ) {
        switch sent {
        case .append(let runs):
            for (run, id) in runs where self.runs[run]?.proposal?.id == id {
                if failure == .unknown { self.runs[run]?.proposal?.mayBeThere = true }
                switch (failure, planted) {
                case (.unknown, .takesUnknownForDone): win(run, into: &outputs)
                case (.unknown, .takesUnknownForFailed): decideAgain(run)
                default: sendAgain(run)
                }
            }
        case .settle(let runs): work.settles.append(runs)
        case .confirm(let runs): work.confirms.append(runs)
        case .load(let runs, let sentAt): loadAgain(runs, sentAt: sentAt, into: &outputs)
        case .find(let run): work.finds.append(run)
        case .devices(let asked, let sentAt):
            // One of them may have more than comes in time; see `loadAgain`.
            if work.answeredAt < sentAt {
                work.deviceLoads.append(asked)
            } else {
                work.deviceLoads.appendHalves(of: asked)
            }
        case .changeDevices(let asked): takeKept(asked, changed: [], into: &outputs)
        case .living(let runs, _): work.livings.append(runs)
        case .beat: nextBeat = min(nextBeat, now + terms.pauses.longest)
        case .versions: nextSurvey = min(nextSurvey, now + terms.lease)
        case .look, .postpone, .endLooks, .continued: break
        }
    }

    /// The blocks of these runs were not read. Where the engine answers other statements, one of the runs may have more than comes in time.
    /// That run is not to keep the others from being read: the set is asked about in halves, and a run that fails by itself is put off.
    private mutating func loadAgain(_ ids: [RunID], sentAt: Int64, into outputs: inout [NodeOutput]) {
        guard work.answeredAt >= sentAt else { return work.loads.append(ids) }
        guard ids.count == 1, let id = ids.first else { return work.loads.appendHalves(of: ids) }
        runs[id]?.failedLoads += 1
        if runs[id]?.failedLoads ?? 0 < Self.greatestFailedLoads { return work.loads.appendHalves(of: ids) }
        putOff(id, answering: .unavailable, into: &outputs)
    }

    /// How often in a row the blocks of a run are asked for by themselves before the run is put off: the connection may have failed once
    /// for another reason.
    private static let greatestFailedLoads = 2

    private mutating func sendAgain(_ id: RunID) {
        runs[id]?.proposal?.phase = .waiting
        makeReady(id)
    }

    /// Goes on after the engine has told what became of an append that did not win at once.
    private mutating func settle(_ id: RunID, as settled: SettledAppend?, into outputs: inout [NodeOutput]) {
        guard let proposal = runs[id]?.proposal else { return }
        let (next, stored) = (settled?.next ?? 0, settled?.storedAppend)
        if stored == proposal.id {
            let isLast = next == proposal.machine.nextSequence
            return isLast ? win(id, into: &outputs) : winBeforeOthers(id, into: &outputs)
        }
        if runs[id]?.beginning != nil {
            // Another node may have begun the very run, for the same caller.
            if stored != nil { return take(id, isBegun: true, for: id, into: &outputs) }
            runs[id]?.proposal?.phase = .finding
            work.finds.append(id)
        } else if stored == nil, next == proposal.first {
            if proposal.isOutdated {
                putBack(id)
                if runs[id]?.look == nil { runs[id]?.look = proposal.look }
                return goOn(with: id, into: &outputs)
            }
            // Another statement held the run or its device, or the device has changed, or the engine has refused the append.
            sendLater(id, into: &outputs)
        } else {
            lose(id, to: next, into: &outputs)
        }
    }

    /// Sends the proposal again after a pause, each time after a longer one, unless the log never takes it. The pauses of nodes differ, so
    /// that two do not hold a run in turns.
    mutating func sendLater(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard let proposal = runs[id]?.proposal else { return }
        if proposal.rejection != nil { return dropProposal(id, into: &outputs) }
        if let change = proposal.change {
            if proposal.isOutdated {
                // The proposal begins a run, and no other run has begun by the request. It can never win, since others have changed the
                // device: the beginning is decided anew.
                runs[id]?.proposal = nil
                return makeReady(id)
            }
            forget(change.device)
            load(change.device)
        }
        // From 5 to 20 ms, doubled with each pause, at most six times.
        let pause = (5 + Int64((proposal.id.number ^ proposal.id.node.number) & 15)) << Int64(min(proposal.pauses, 6))
        runs[id]?.notBefore = now + min(pause, terms.pauses.longest)
        runs[id]?.proposal?.pauses += 1
        sendAgain(id)
    }

    /// Goes on with a run that was to begin, after the engine has said which run has begun by its request.
    ///
    /// - Parameters:
    ///   - found: the run that has begun by the request; nil where none has.
    ///   - isBegun: whether `found` is known to be in the log, also where it is the very run that was to begin here.
    ///   - id: the run that was to begin here.
    private mutating func take(
        _ found: RunID?, isBegun: Bool = false, for id: RunID, into outputs: inout [NodeOutput]
    ) {
        guard let new = runs[id]?.beginning?.new else { return }
        // Where no run has begun by the request yet, or this run has and the answer was lost, the append is sent again.
        guard let found, isBegun || found != id else { return sendLater(id, into: &outputs) }
        runs[id]?.proposal = nil
        runs[id]?.notBefore = .min
        // The log has the first command already, in the run that was found: asked again there, it gets the answer that it got first.
        askFirstCommand(of: id)
        if found == id { return readInsteadOfBeginning(id) }
        // Nothing can begin this run any more: another run has begun by its request.
        if new.flow.takesValuesBack { outputs.append(.eraseKey(id)) }
        let queue = runs[id]?.queue ?? []
        runs[id]?.queue = []
        giveUp(id, with: .noSuchRun, into: &outputs)
        if queue.isEmpty { return }
        for asker in queue.compactMap(\.asker) where askers[asker] != nil { askers[asker] = .run(found) }
        runs[found, default: Boxed(NodeRun())].queue += queue
        noteUse(of: found)
        goOn(with: found, into: &outputs)
    }

    /// The planted mistake of taking an unknown outcome for a failure: the proposal is dropped, and its inputs are decided again.
    private mutating func decideAgain(_ id: RunID) {
        if runs[id]?.beginning == nil { putBack(id) } else { runs[id]?.proposal?.phase = .waiting }
        makeReady(id)
    }
}
