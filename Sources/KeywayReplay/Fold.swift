package import KeywayCore
package import KeywayLog
package import KeywayRuns

/// The replay of one run: decides it once more, record by record, and compares each record with what the flow computes.
///
/// A fold compares positions in tables; `TimelineFormatter` finds the names for them.
package struct Fold: Sendable {
    /// The run after the records so far, as the flow decides it: recorded outcomes are compared, never adopted.
    package private(set) var machine: RunMachine
    /// What the first record says: the flow's version, and where the run began.
    package let beginning: Beginning
    /// The run as it begins by the flow, with what entering the initial state orders.
    package let begun: InitialStep
    /// What the flow made of the last record, kept here so that its memory is used again.
    private var decision: RunDecision
    /// The first difference between the records and the flow; nil while there is none. Later ones may follow from it.
    package private(set) var difference: Difference?

    /// Begins with a run's first record.
    ///
    /// - Parameters:
    ///   - first: the run's first record; nil where it has none.
    ///   - flow: decides in the place of the flow that the record names; nil takes the named one.
    ///   - tellsSteps: whether `take` returns steps; a fold that only compares is faster without.
    /// - Throws: `Replay.Failure.noRecords`, `noBeginning`, `table` or `malformed`.
    package init(
        _ first: Record?, by flow: RunningFlow? = nil, tellingSteps tellsSteps: Bool = true
    ) throws(Replay.Failure) {
        guard let first else { throw .noRecords }
        guard case .began(let beginning) = first.content else { throw .noBeginning }
        guard first.sequence == 0, first.leg == 0 else { throw .malformed(sequence: first.sequence) }
        let named: RunningFlow
        if let flow {
            named = flow
        } else {
            do throws(Table.FormatError) { named = try beginning.version.flow() } catch { throw .table(error) }
        }
        self.beginning = beginning
        decision = RunDecision(tellsSteps: tellsSteps, isRedone: true)
        (machine, begun) = RunMachine.redoing(first, of: beginning, flow: named)
        guard beginning.outcome.fits(named) else { throw .malformed(sequence: 0) }
        note(beginning.outcome.point(differingFrom: begun.run, of: named), of: first, event: nil, from: nil)
    }

    /// Goes on with the next record; returns the record's step as it was recorded: nil for a record without a step, and in a fold that
    /// tells no steps.
    ///
    /// Orders and choices of the step, which no record has, are those that the flow makes.
    /// - Parameters:
    ///   - record: as the log has it.
    ///   - opened: the same record with the values that the run's key opens (`RunMachine.opened`); nil without a key.
    ///     The fold decides the run by it, so that the run has those values. It compares the records as logs have them:
    ///     so with a key and without one it finds the same.
    /// - Throws: `Replay.Failure.malformed`.
    @discardableResult
    package mutating func take(_ record: Record, opened: Record? = nil) throws(Replay.Failure) -> RunStep? {
        let leg = Int(clamping: record.leg)
        let before = machine.tree.legs.indices.contains(leg) ? machine.tree.legs[leg].run.state : nil
        let redone: Redone
        do throws(MalformedRecord) { redone = try machine.redo(opened ?? record, into: &decision) } catch {
            throw .malformed(sequence: error.sequence)
        }
        guard let decided = decision.last else {
            if !redone.isExpected {
                note(record.pointIfUnexpected(owesAnother: redone.owesAnother), of: record, event: nil, from: before)
            }
            return nil
        }
        let flow = machine.tree.legs[decided.leg].flow
        guard let outcome = record.outcome, outcome.fits(flow) else {
            throw .malformed(sequence: record.sequence)
        }
        let point =
            redone.isExpected && redone.isDue
            ? point(of: record, decidedAs: decided, owedBy: redone.owed?.owedBy)
            : point(ofUnexpected: record, owed: redone.owed)
        note(point, of: record, event: decided.event?.position, from: before)
        guard var step = decision.steps.first else { return nil }
        step.record = record
        return step
    }

    /// The first point in which a record that may come here differs from what the flow has just decided.
    private func point(of record: Record, decidedAs decided: DecidedStep, owedBy: UInt64?) -> Difference.Point? {
        let flow = machine.tree.legs[decided.leg].flow
        switch record.content {
        case .event(let recorded):
            guard let event = decided.event else { return nil }
            return recorded.point(differingFrom: event, decidedIn: decision.step, of: flow)
                ?? recorded.outcome.point(differingFrom: machine.tree.legs[decided.leg].run, of: flow)
        case .legBegan(let recorded):
            guard let parent = machine.tree.legs[decided.leg].parent, let owedBy else { return nil }
            return recorded.point(differingFrom: parent, owedBy: owedBy)
                ?? recorded.outcome.point(differingFrom: machine.tree.legs[decided.leg].run, of: flow)
        case .began, .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: return nil
        }
    }

    /// What is wrong with an event that may not come here: another event is owed first; or none is owed, and its cause cannot bring it,
    /// such as a deadline that has not passed.
    private func point(ofUnexpected record: Record, owed: LegTree.NextOwed?) -> Difference.Point? {
        guard case .event(let recorded) = record.content else { return nil }
        guard let owed else { return .cause(recorded: recorded.cause, computed: nil) }
        if owed.leg != Int(clamping: record.leg) {
            return .leg(recorded: Int(clamping: record.leg), computed: owed.leg)
        }
        let cause = Cause.owed(by: owed.owedBy)
        if let event = owed.event, recorded.cause == cause {
            return .event(recorded: recorded.event, computed: event)
        }
        return .cause(recorded: recorded.cause, computed: cause)
    }

    /// Keeps the difference if it is the first one.
    private mutating func note(
        _ point: Difference.Point?, of record: Record, event: Int?, from state: Int?
    ) {
        guard let point, difference == nil else { return }
        let leg = Int(clamping: record.leg)
        difference = Difference(
            run: record.run, sequence: record.sequence, event: event, state: state,
            legName: machine.legs.indices.contains(leg) ? machine.legs[leg].name : nil, point: point)
    }
}

extension Outcome {
    /// Whether the flow has such a state, and as many variables.
    fileprivate func fits(_ flow: RunningFlow) -> Bool {
        flow.table.states.indices.contains(state) && context.count == flow.table.variables.count
    }
}

extension Record {
    /// Where the record says that its leg stood; nil for one without a step.
    fileprivate var outcome: Outcome? {
        switch content {
        case .began(let beginning): beginning.outcome
        case .event(let event): event.outcome
        case .legBegan(let beginning): beginning.outcome
        case .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: nil
        }
    }
}
