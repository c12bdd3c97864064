import KeywayCore
import KeywayLog
import KeywayRuns

/// What becomes of appends that the engine refuses, though it may do others of the same statement.
///
/// A `Proposal` is what a node has decided for a run and does not know to be in the log.
extension NodeMachine {
    /// The run's append was refused.
    mutating func refuse(_ id: RunID, because refusal: AppendRefusal, into outputs: inout [NodeOutput]) {
        switch refusal {
        case .locked(let error): refuse(id, lockedBy: error, into: &outputs)
        case .notTaken(let reason):
            runs[id]?.proposal?.rejection = reason
            // An earlier copy of the statement may have been done.
            if runs[id]?.proposal?.mayBeThere == true { return work.settles.append(id) }
            dropProposal(id, into: &outputs)
        }
    }

    /// The proposal's values could not be encrypted, so it was not sent. Whoever waits is told, unless the proposal was sent before and
    /// the log may have it; what nobody waits for, such as a reply, is decided again later.
    private mutating func refuse(_ id: RunID, lockedBy error: KeyError, into outputs: inout [NodeOutput]) {
        guard let run = runs[id], let proposal = run.proposal else { return }
        if proposal.mayBeThere {
            return proposal.isOutdated ? work.settles.append(id) : sendLater(id, into: &outputs)
        }
        // The key stays: another node may be asked to begin the same run at the same moment, and its values need that key.
        if run.beginning != nil { return giveUp(id, with: .locked(error), into: &outputs) }
        putBack(id)
        endInVain(proposal.look)
        let refused = proposal.inputs.compactMap(\.asker)
        runs[id]?.queue.removeAll { waiting in waiting.asker.map { refused.contains($0) } ?? false }
        answer(refused.map { ($0, .locked(error)) }, into: &outputs)
        runs[id]?.notBefore = now + terms.pauses.longest
        goOn(with: id, into: &outputs)
    }

    /// The log never takes the proposal, so it is not sent again.
    ///
    /// Of several inputs one may be at fault, and the others are not to go with it: all are decided once more, one by one. An input
    /// that is refused by itself is dropped, and whoever waits is told. Where the reply of a handler is dropped, its order ends as if
    /// there had been none. What the node decides by itself, and that a handler has ended, cannot be dropped: it waits for
    /// `NodeTerms.disagreement` each time.
    mutating func dropProposal(_ id: RunID, into outputs: inout [NodeOutput]) {
        guard let run = runs[id], let proposal = run.proposal, let reason = proposal.rejection else { return }
        let answer = proposal.mayBeThere ? NodeAnswer.outcomeUnknown : .notTaken(reason)
        if let asker = run.beginning?.asker {
            runs[id]?.proposal = nil
            self.answer([(asker, answer)], into: &outputs)
            dropBeginning(of: id)
            return goOn(with: id, into: &outputs)
        }
        noteSetAside(id, because: .notTaken(reason), into: &outputs)
        let dropped = runs[id]?.proposal?.dropInputs() ?? []
        putBack(id)
        self.answer(dropped.compactMap(\.asker).map { ($0, answer) }, into: &outputs)
        if dropped.isEmpty, proposal.isApart || proposal.inputs.isEmpty {
            runs[id]?.quietUntil = now + terms.disagreement
        } else {
            runs[id]?.decidesApart = true
        }
        if runs[id]?.look == nil { runs[id]?.look = proposal.look }
        goOn(with: id, into: &outputs)
    }
}

extension Proposal {
    /// Takes out the inputs that are not to be decided again, because the log does not take the proposal.
    ///
    /// Those are an input that is refused by itself, all for whose answer nobody waits any more, and, where the log may yet get a late copy
    /// of the proposal, all for which somebody waits: they would happen twice.
    fileprivate mutating func dropInputs() -> [WaitingInput] {
        let (all, mayBeThere, isApart) = (inputs, mayBeThere, isApart)
        func isDropped(_ waiting: WaitingInput) -> Bool {
            waiting.isAsked && (waiting.asker == nil || mayBeThere) || isApart && !waiting.isEndOfHandler
        }
        inputs = all.filter { !isDropped($0) }
        return all.filter(isDropped)
    }
}
