public import KeywayCore
public import KeywayLog
import KeywayRuns

extension Replay {
    /// The first step of a recorded run that another table of its flow would have decided otherwise.
    public struct Divergence: Equatable, Sendable {
        /// The run whose records were taken through the other table.
        public var run: RunID
        /// The sequence of the record whose event goes otherwise; 0 where the run's beginning does already.
        public var sequence: UInt64
        /// The state that was recorded as reached.
        public var state: String
        /// The event's name in the recorded flow; for a record of no event the word that `Disagreement.event` names.
        public var event: String
    }
}

extension Replay {
    /// Takes a run's recorded events through another table, and returns the first step that goes otherwise; nil if none does.
    ///
    /// Events, fields, states, dispositions and the effects that are ordered are compared by name, so the tables may number them
    /// differently. Times, limits and values are not compared.
    ///
    /// - Parameters:
    ///   - records: of one run, from its beginning, in their order.
    ///   - other: of the same flow, in another version.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    public static func divergence(of records: [Record], from other: Table) throws(Failure) -> Divergence? {
        try divergence(of: records, from: RunningFlow(other))
    }

    /// Compares by a flow that was made of the other table before, for a caller that compares many runs.
    package static func divergence(of records: [Record], from other: RunningFlow) throws(Failure) -> Divergence? {
        var comparison = try FlowComparison(of: records.first, with: other)
        if let divergence = comparison.divergenceAtTheBeginning { return divergence }
        for record in records.dropFirst() {
            if let divergence = try comparison.take(record) { return divergence }
        }
        return nil
    }
}

/// One run by two flows: the recorded one, and another that gets the same records with the positions in its own tables.
private struct FlowComparison {
    private var fold: Fold
    /// The run by the other flow.
    private var other: RunMachine
    private let otherBegun: InitialStep
    /// What the other flow made of the last record, kept here so that its memory is used again.
    private var otherDecision = RunDecision()

    init(of first: Record?, with flow: RunningFlow) throws(Replay.Failure) {
        fold = try Fold(first)
        guard let first else { throw .noRecords }
        let recorded = fold.machine.flow.table
        let chosen = recorded.parameters(in: fold.beginning.outcome.context)
        var beginning = fold.beginning
        beginning.outcome.context = flow.table.firstValues(
            choosing: flow.table.parameters(like: chosen, of: recorded))
        (other, otherBegun) = RunMachine.redoing(first, of: beginning, flow: flow)
    }

    /// The divergence if the two flows already begin otherwise: in another state, or with other orders.
    var divergenceAtTheBeginning: Replay.Divergence? {
        let (table, otherTable) = (fold.machine.flow.table, other.flow.table)
        let state = table.states[fold.begun.run.state].name
        if otherTable.states[otherBegun.run.state].name == state,
            otherTable.names(of: otherBegun.orders) == table.names(of: fold.begun.orders)
        {
            return nil
        }
        return Replay.Divergence(run: fold.machine.run, sequence: 0, state: state, event: "began")
    }

    /// Goes on with the next record; returns the divergence if the other flow makes something else of it.
    mutating func take(_ record: Record) throws(Replay.Failure) -> Replay.Divergence? {
        let step = try fold.take(record)
        guard let renumbered = record.asNumbered(by: other, recordedBy: fold.machine),
            let redone = try? other.redo(renumbered, into: &otherDecision), redone.isExpected,
            isSame(step, otherDecision.steps.first)
        else { return divergence(at: record, telling: step) }
        return nil
    }

    /// Whether the other flow's step is what was recorded, by names.
    private func isSame(_ recorded: RunStep?, _ computed: RunStep?) -> Bool {
        guard let recorded, let computed else { return recorded == nil && computed == nil }
        let (table, otherTable) = (fold.machine.legs[recorded.leg].table, other.legs[computed.leg].table)
        return recorded.legName == computed.legName && recorded.disposition == computed.disposition
            && table.states[recorded.state].name == otherTable.states[computed.state].name
            && table.names(of: recorded.orders) == otherTable.names(of: computed.orders)
    }

    private func divergence(at record: Record, telling step: RunStep?) -> Replay.Divergence {
        let table = fold.machine.legs[step?.leg ?? 0].table
        let state = step?.state ?? fold.machine.state.state
        let event =
            if case .event(let recorded) = record.content {
                table.events[recorded.event].name
            } else {
                record.recordWithoutStep?.text ?? "began"
            }
        return Replay.Divergence(
            run: record.run, sequence: record.sequence, state: table.states[state].name, event: event)
    }
}

extension Record {
    /// The record with the positions of the other flow's tables; nil where the other flow has no such event or field.
    fileprivate func asNumbered(by other: RunMachine, recordedBy machine: RunMachine) -> Record? {
        var record = self
        switch content {
        case .event(var recorded):
            let leg = Int(clamping: leg)
            guard other.legs.indices.contains(leg),
                let event = other.legs[leg].table.event(
                    like: recorded, of: machine.legs[leg].table, in: other.legs[leg].run)
            else { return nil }
            (recorded.event, recorded.fields) = (event.position, event.fields)
            record.content = .event(recorded)
        case .commandBeforeLeg(var early):
            guard let table = machine.flow.subFlow(named: early.leg)?.table,
                let otherTable = other.flow.subFlow(named: early.leg)?.table,
                let command = otherTable.events(like: early.command, of: table).first,
                let fields = otherTable.fields(of: command, like: early.fields, of: early.command, in: table)
            else { return nil }
            (early.command, early.fields) = (command, fields)
            record.content = .commandBeforeLeg(early)
        // These name a leg by its index and an order by its record, which are the same in both runs.
        case .began, .legBegan, .closed, .resumed, .appEnded, .takenOver: break
        }
        return record
    }
}

extension Table {
    fileprivate func names(of orders: [EffectOrder]) -> [String] { orders.map { effects[$0.effect].name } }
}
