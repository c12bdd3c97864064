package import KeywayCore
package import KeywayLog
package import KeywayReplay
package import KeywayRuns

/// A run's records decided once more, each step with where its leg stood before, and where the whole run stood before its end.
package struct RunHistory: Sendable {
    /// One step of the run or of a sub-flow.
    package struct Step: Sendable {
        package var record: Record
        /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
        package var leg: String?
        /// The flow of the leg, in which events and states have their positions.
        package var flow: RunningFlow
        /// Where the leg stood before; nil where the leg begins.
        package var before: Outcome?
        package var after: Outcome
        /// The effects that it ordered, by their positions in the flow's table.
        package var effects: [Int]
        /// The attempt that ran in the leg before, counted from 1; 0 before the first.
        package var attempt: Int
    }

    package let run: RunID
    /// The flow of the run itself.
    package let flow: RunningFlow
    package let beginning: Beginning
    /// Where each row of the flow stands in its spec, and what its finals keep, as the log has it; nil where the log has nothing that
    /// can be read.
    package let annotations: Table.Annotations?
    /// When the run began, by the clock that drove it.
    package let began: Instant
    /// What damage has cost the run behind these records: where it has cost any, nobody knows whether the run goes on.
    package let loss: RecordLoss
    package private(set) var steps: [Step] = []
    /// The step by which the run itself reached its final, by its position in `steps`; nil where the records tell no end: the run goes on,
    /// or its end is lost.
    package private(set) var endingStep: Int?
    /// The legs as they stood before the event that brought the run's end; nil where `endingStep` is.
    ///
    /// This is the command, callback, answer or deadline that brought the ending step, perhaps through the end of a
    /// sub-flow.
    package private(set) var beforeEnd: LegTree?
    /// The lanes for which the run stood in the line just before the event that brought its end; none where `endingStep` is nil.
    private(set) var awaitedLanes: [LaneRequest] = []
    /// Whether a leg of the run asked for a lane.
    package private(set) var usesLanes: Bool
    /// The sequences of the records by which other processes went on with the run.
    package private(set) var resumptions: [UInt64] = []
    /// The sequences of the records by which a node took over orders whose nodes were gone.
    private var takeovers: [UInt64] = []
    /// Whether another process went on with the run.
    package var isResumed: Bool { !resumptions.isEmpty }
    /// By how many milliseconds deadlines and limits passed late at most, as the app's records say it.
    package private(set) var greatestLateness: Int64 = 0
    /// Where the run itself stood last, as its records say it.
    package private(set) var lastOutcome: Outcome
    /// The run and its legs behind the last record.
    package private(set) var machine: RunMachine
    /// What an app's own handler told the shadow of its end, in order, `at` milliseconds since the run began; of a shadow alone.
    package private(set) var appOutcomes: [(outcome: AppOutcome, sequence: UInt64, at: Int64)] = []
    /// The run as it stood before each limit that passed without an answer, with the limit's record; of a shadow alone, to
    /// which nobody need tell answers.
    private(set) var beforeLimits: [(sequence: UInt64, machine: RunMachine)] = []
    /// A note for each record that is of no event and begins neither the run nor a leg, in the order of the log.
    package private(set) var notes: [Replay.Note] = []
    /// The commands for sub-flows that had not begun, such as `silent.resend`.
    private(set) var commandsBeforeLegs: [(command: String, sequence: UInt64)] = []
    /// Where the records and the flow in the log first disagree; nil where they agree.
    package private(set) var disagreement: Replay.Disagreement?
    /// What the run and its legs ordered, in the order of ordering.
    private(set) var orders: [Order] = []
    /// The place of each order in `orders`.
    private var orderPlaces: [EffectOrder.ID: Int] = [:]

    /// An effect that was ordered.
    struct Order: Sendable {
        var id: EffectOrder.ID
        /// The names of the sub-flows to the leg; nil for the root.
        var leg: String?
        /// By its position in the table of the leg's flow.
        var effect: Int
        var name: String
        /// Milliseconds since the run began.
        var at: Int64

        /// The effect's name, behind the name of its leg.
        var fullName: String { leg.map { "\($0).\(name)" } ?? name }
    }

    /// - Parameters:
    ///   - records: of one run, from its beginning, in their order.
    ///   - last: the sequence of the last record that counts; nil takes all.
    ///   - loss: what damage has cost the run behind the records.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    package init(
        of records: [Record], until last: UInt64? = nil, losing loss: RecordLoss = .nothing
    ) throws(Replay.Failure) {
        self.loss = loss
        var fold = try Fold(records.first)
        run = fold.machine.run
        flow = fold.machine.flow
        beginning = fold.beginning
        began = fold.machine.latest
        annotations = Table.Annotations(bytes: fold.beginning.version.annotations)
        machine = fold.machine
        // The initial state may take a lane, and the very next record may free it.
        usesLanes = !fold.machine.lanes.isEmpty
        lastOutcome = fold.beginning.outcome
        var writer = NoteWriter(since: began, of: flow)
        note(fold.begun.orders, of: flow, at: 0)
        writer.remember(fold.begun.orders, of: flow)
        /// Where each leg stood last, by its position.
        var outcomes = [0: lastOutcome]
        var beforeInput = (tree: fold.machine.tree, awaited: fold.machine.awaitedLanes)
        for record in records.dropFirst() {
            if let last, record.sequence > last { break }
            if case .resumed = record.content { resumptions.append(record.sequence) }
            if case .takenOver = record.content { takeovers.append(record.sequence) }
            if case .appEnded(let outcome) = record.content {
                appOutcomes.append((outcome, record.sequence, record.time.milliseconds &- began.milliseconds))
            }
            if beginning.kind == .shadow, case .event(let told) = record.content, told.cause == .limit {
                beforeLimits.append((record.sequence, fold.machine))
            }
            let tree = fold.machine.tree
            let awaited = fold.machine.awaitedLanes
            if case .event(let told) = record.content, [.timer, .limit].contains(told.cause), let due = tree.nextDue {
                greatestLateness = max(greatestLateness, record.time.milliseconds &- due.instant.milliseconds)
            }
            let taken = try fold.take(record)
            if case .commandBeforeLeg(let early) = record.content {
                commandsBeforeLegs.append((flow.name(of: early), record.sequence))
            }
            if !fold.machine.lanes.isEmpty { usesLanes = true }
            guard let step = taken else {
                if let note = writer.note(on: record) { notes.append(note) }
                continue
            }
            let leg = fold.machine.legs[step.leg]
            note(step.orders, of: leg.flow, at: step.time.milliseconds &- began.milliseconds)
            writer.remember(step.orders, of: leg.flow)
            let told = Step(
                record: record, leg: step.legName, flow: leg.flow, before: outcomes[step.leg], after: step.outcome,
                effects: step.orders.map(\.effect),
                attempt: step.leg < tree.legs.count ? tree.legs[step.leg].run.attempt : 0)
            if !told.isOwed { beforeInput = (tree, awaited) }
            outcomes[step.leg] = step.outcome
            if step.leg == 0 {
                lastOutcome = step.outcome
                if endingStep == nil, told.isEnding {
                    endingStep = steps.count
                    beforeEnd = beforeInput.tree
                    awaitedLanes = beforeInput.awaited
                }
            }
            steps.append(told)
        }
        machine = fold.machine
        disagreement = fold.difference.map(
            TimelineFormatter(of: flow, annotated: annotations).disagreement)
    }

    private mutating func note(_ orders: [EffectOrder], of flow: RunningFlow, at moment: Int64) {
        for order in orders {
            orderPlaces[order.id] = self.orders.count
            self.orders.append(
                Order(
                    id: order.id, leg: flow.legName, effect: order.effect, name: flow.table.effects[order.effect].name,
                    at: moment))
        }
    }

    /// The flow of the leg of this name; the run's own for nil.
    func flow(ofLeg leg: String?) -> RunningFlow { leg.flatMap { flow.subFlow(named: $0) } ?? flow }

    /// Whether the run's end, or of a shadow the end that the app told, may lie in the damaged part of the log, though no record is known
    /// to be lost.
    package var mayHaveEnded: Bool {
        let isEnded = endingStep != nil && (beginning.kind != .shadow || !appOutcomes.isEmpty)
        return loss == .possible && !isEnded
    }

    /// The state that the run itself reached last, as its records say it.
    package var state: StateSignature { flow.table.states[lastOutcome.state] }

    /// The name of the effect that a reply answers, behind the name of its leg; nil for an event that answers no order.
    package func effect(answeredBy told: EventRecord) -> String? {
        order(answeredBy: told)?.fullName
    }

    /// The order that a reply answers; nil for an event that answers none.
    func order(answeredBy told: EventRecord) -> Order? { number(ofOrderAnsweredBy: told).map { orders[$0] } }

    /// How many orders the run and its legs had given before the one that a reply answers; nil for an event that answers none.
    package func number(ofOrderAnsweredBy told: EventRecord) -> Int? { told.answers.flatMap { orderPlaces[$0] } }

    /// Whether the order that the step answers was given since the run came back, so that no process ended while it was at work.
    func answersOrderOfComeback(_ step: Step) -> Bool {
        guard let order = step.eventRecord?.answers,
            let comeback = (resumptions + takeovers).filter({ $0 < step.record.sequence }).max()
        else { return false }
        return order.sequence > comeback
    }

    /// The spec's line of the row that decided, as `SNA.flow:141`; nil where no row did, or nothing is known of it.
    package func line(of step: Step) -> String? {
        guard let row = step.eventRecord?.row, let annotations = annotations?.flow(ofLeg: step.leg, in: flow.table),
            annotations.rowLines.indices.contains(row), annotations.rowLines[row] > 0
        else { return nil }
        return "\(annotations.file):\(annotations.rowLines[row])"
    }

    /// The last step before the one at `end` that changed the variable; nil where the variable has its initial value.
    ///
    /// Where the final of a sub-flow brought the value, this is the step inside the sub-flow.
    func setter(of variable: Int, inLeg leg: UInt32, before end: Int) -> Step? {
        guard
            let place = steps[..<end].lastIndex(where: { $0.record.leg == leg && $0.changes(variable) })
        else { return nil }
        let step = steps[place]
        guard case .owed(let sequence)? = step.eventRecord?.cause, let told = step.eventRecord,
            case .field(let field)? = step.assignment(to: variable)?.operand,
            let ending = steps[..<place].lastIndex(where: { $0.record.sequence == sequence }),
            step.flow.table.events[told.event].fields.indices.contains(field),
            let theirs = steps[ending].flow.table.variables.firstIndex(where: {
                $0.name == step.flow.table.events[told.event].fields[field].name
            })
        else { return step }
        return setter(of: theirs, inLeg: steps[ending].record.leg, before: ending + 1) ?? step
    }

    /// When the step was made, in milliseconds since the run began.
    package func at(_ step: Step) -> Int64 { step.record.time.milliseconds &- began.milliseconds }
}

extension RunHistory.Step {
    /// The event with what it meant; nil where a leg begins.
    package var eventRecord: EventRecord? { if case .event(let event) = record.content { event } else { nil } }

    /// The event's name, or `began` where a leg begins, behind the name of its leg.
    package var event: String {
        let name = eventRecord.map { flow.table.events[$0.event].name } ?? "began"
        return leg.map { "\($0).\(name)" } ?? name
    }

    /// What the event meant; `taken` where a leg begins.
    package var disposition: Disposition { eventRecord?.disposition ?? .taken }

    /// The sequence of the record that brought the step; nil where it came from outside of the run.
    var owedBy: UInt64? {
        switch record.content {
        case .event(let told): if case .owed(let sequence) = told.cause { sequence } else { nil }
        case .legBegan(let beginning): beginning.owedBy
        case .began, .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: nil
        }
    }

    /// Whether an earlier record brought the step: it comes of a sub-flow's end, say, or is a leg's beginning.
    var isOwed: Bool { owedBy != nil }

    /// What the row that decided gives the variable; nil where it gives nothing, or no row decided.
    fileprivate func assignment(to variable: Int) -> Table.Assignment? {
        guard let row = eventRecord?.row, flow.table.rows.indices.contains(row) else { return nil }
        return flow.table.rows[row].body.assignments.last { $0.variable == variable }
    }

    /// Whether the step gave the variable another value.
    ///
    /// A value that no log has in clear looks like the one before it, so that whatever sets such a value is taken to change it.
    fileprivate func changes(_ variable: Int) -> Bool {
        guard let before else { return false }
        if before.context[variable] != after.context[variable] { return true }
        guard after.context[variable] == .withheld, let assignment = assignment(to: variable) else { return false }
        return assignment.operand != .variable(variable)
    }

    /// Whether the event is a deadline that passed before its leg had ended, or the limit of an effect.
    var isPassedDeadline: Bool {
        switch eventRecord?.cause {
        case .timer: ![.late, .stale].contains(disposition)
        case .limit: true
        default: false
        }
    }

    /// Whether the event is an effect's `otherwise`, which came because the effect was not performed, or not to its
    /// end; that the limit passed is no such reason, and is told by `isPassedDeadline`.
    var isWithoutAnswer: Bool {
        switch eventRecord?.cause {
        case .failed, .refused, .interrupted, .valueGone: true
        default: false
        }
    }

    /// Whether the leg reached a final by this step.
    package var isEnding: Bool {
        flow.table.states[after.state].isFinal && before.map { !flow.table.states[$0.state].isFinal } ?? true
    }

    /// Whether the leg had ended before this step.
    package var isAfterEnd: Bool { before.map { flow.table.states[$0.state].isFinal } ?? false }
}

extension RunMachine {
    /// The lanes that legs of the run asked for and have not been granted.
    fileprivate var awaitedLanes: [LaneRequest] { lanes.filter { awaitsGrant(of: $0) } }
}
