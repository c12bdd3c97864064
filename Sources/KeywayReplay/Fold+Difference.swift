package import KeywayCore
package import KeywayLog

extension Fold {
    /// Where a record differs from what the flow computes. All numbers are positions in tables.
    package struct Difference: Equatable, Sendable {
        /// What differs, as it was recorded and as the flow computes it.
        package enum Point: Equatable, Sendable {
            /// Why the event came; `computed` is nil where the recorded cause cannot bring such an event here, and no event is owed.
            case cause(recorded: Cause, computed: Cause?)
            /// The leg that the event came to, by its position among the legs of the run.
            case leg(recorded: Int, computed: Int)
            /// The event: the record that is named as its cause owed another one.
            case event(recorded: Int, computed: Int)
            /// The leg whose sub-flow began, by its position among the legs of the run.
            case parent(recorded: Int, computed: Int)
            /// Which sub-flow of the parent began, by its position in the table of the parent's flow.
            case child(recorded: Int, computed: Int)
            case disposition(recorded: Disposition, computed: Disposition)
            /// Whether a callback was of the attempt that ran, or a reply was to an order that was open.
            case stamp(recorded: Stamp, computed: Stamp)
            /// The row that decided the event; nil where none did.
            case row(recorded: Int?, computed: Int?)
            /// The order that a reply answers; nil for any other event.
            case answers(recorded: EffectOrder.ID?, computed: EffectOrder.ID?)
            /// The state of the leg after the record.
            case state(recorded: Int, computed: Int)
            /// The value of the variable at this position; of a personal, secret or transient value a log has only whether it is present.
            case context(Int, recorded: Value?, computed: Value?)
            /// The value of the event's field at this position; of a personal, secret or transient one only whether it is present.
            case field(Int, recorded: Value?, computed: Value?)
            /// An order whose handler is said to have finished, and which is not open.
            case closed(EffectOrder.ID)
            /// A command that was recorded as coming before any leg of this name had begun, though one had.
            case commandBeforeLeg(leg: String)
            /// The record tells how an app's own handler ended, but the run is no shadow of one.
            case appEnded
            /// Orders that another node is said to perform, though some of them are not open, or may not be performed a second time.
            case takenOver([EffectOrder.ID])
            /// A record without a step stands where the record of an owed step should stand.
            case inPlaceOfOwed(RecordWithoutStep)
        }

        /// The kinds of records that do not hold a step of a leg.
        package enum RecordWithoutStep: Sendable {
            case closed, resumed, commandBeforeLeg, appEnded, takenOver
        }

        package var run: RunID
        /// The sequence of the record that differs.
        package var sequence: UInt64
        /// The record's event, by its position in the leg's table; nil where the record is of no event.
        package var event: Int?
        /// The state before the record, by its position in the leg's table; nil where the run or leg begins with the record.
        package var state: Int?
        /// The names of the sub-flows from the root to the leg; nil for the root.
        package var legName: String?
        package var point: Point
    }
}

extension Outcome {
    /// The first point in which the recorded outcome differs from where the run stands. Both have the same number of variables.
    func point(differingFrom run: borrowing RunState, of flow: RunningFlow) -> Fold.Difference.Point? {
        if state != run.state { return .state(recorded: state, computed: run.state) }
        return flow.table.variables.firstDifference(of: context, from: run.values).map {
            .context($0.place, recorded: context[$0.place], computed: $0.computed)
        }
    }
}

extension Record {
    /// What is wrong with a record without a step that may not come here.
    ///
    /// `owesAnother`: whether the flow owes another record first. Where it does not, a `resumed` record may always come.
    func pointIfUnexpected(owesAnother: Bool) -> Fold.Difference.Point? {
        if owesAnother { return recordWithoutStep.map { .inPlaceOfOwed($0) } }
        return switch content {
        case .closed(let order, _): .closed(order)
        case .commandBeforeLeg(let command): .commandBeforeLeg(leg: command.leg)
        case .appEnded: .appEnded
        case .takenOver(let orders): .takenOver(orders)
        case .began, .event, .legBegan, .resumed: nil
        }
    }

    /// The kind of a record that holds no step; nil for any other record.
    var recordWithoutStep: Fold.Difference.RecordWithoutStep? {
        switch content {
        case .closed: .closed
        case .resumed: .resumed
        case .commandBeforeLeg: .commandBeforeLeg
        case .appEnded: .appEnded
        case .takenOver: .takenOver
        case .began, .event, .legBegan: nil
        }
    }
}

extension EventRecord {
    /// The first point in which the recorded event differs from the event that was decided, and from its step; where the step led is
    /// compared apart.
    func point(
        differingFrom decided: Event, decidedIn step: borrowing Step, of flow: RunningFlow
    ) -> Fold.Difference.Point? {
        if !cause.brings(flow.table.events[event].origin) { return .cause(recorded: cause, computed: nil) }
        if disposition != step.disposition {
            return .disposition(recorded: disposition, computed: step.disposition)
        }
        if stamp != step.stamp { return .stamp(recorded: stamp, computed: step.stamp) }
        if row != step.row { return .row(recorded: row, computed: step.row) }
        if answers != decided.answers { return .answers(recorded: answers, computed: decided.answers) }
        return flow.table.events[event].fields.firstDifference(of: fields, from: decided.fields).map {
            .field($0.place, recorded: fields[$0.place], computed: $0.computed)
        }
    }
}

extension LegBeginning {
    /// The first point in which the recorded beginning differs from that of a leg with this parent; where the leg stands is compared apart.
    func point(differingFrom parent: Leg.Parent, owedBy: UInt64) -> Fold.Difference.Point? {
        if self.owedBy != owedBy { return .cause(recorded: .owed(by: self.owedBy), computed: .owed(by: owedBy)) }
        if self.parent != UInt32(clamping: parent.leg) {
            return .parent(recorded: Int(clamping: self.parent), computed: parent.leg)
        }
        return child == parent.child ? nil : .child(recorded: child, computed: parent.child)
    }
}

extension Cause {
    /// Whether an event of this origin can come for this cause. `overrun` brings timers too: where a run has too many records, its `within`
    /// fires early.
    fileprivate func brings(_ origin: EventSignature.Origin) -> Bool {
        switch (self, origin) {
        case (.asked, .command), (.heard, .callback), (.heard, .unrecognised), (.retained, .callback),
            (.replied, .reply), (.failed, .reply), (.refused, .reply), (.interrupted, .reply), (.valueGone, .reply),
            (.limit, .reply),
            (.timer, .timer), (.overrun, .timer), (.granted, .lane), (.owed, .command), (.owed, .child),
            (.restored, .restored):
            true
        default: false
        }
    }
}

extension [Field] {
    /// The first place at which recorded values differ from those that a log may have of `values`; all three have the same length.
    ///
    /// Only the class is read of each field, and no list is copied, for a replay compares every record.
    fileprivate func firstDifference(of recorded: [Value?], from values: [Value?]) -> (place: Int, computed: Value?)? {
        for place in recorded.indices {
            // A pattern and no `==`: two classes of another module are compared by a call through their type's metadata.
            if case .plain = self[place].classification, recorded[place] == values[place] { continue }
            let computed = self[place].classification.withholding(values[place])
            if recorded[place] != computed { return (place, computed) }
        }
        return nil
    }
}
