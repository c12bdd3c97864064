package import KeywayCore
package import KeywayLog

extension Fold {
    /// Where a record differs from what the flow computes. All numbers are positions in tables.
    package struct Difference: Equatable, Sendable {
        /// What differs, as it was recorded and as the flow computes it.
        package enum Point: Equatable, Sendable {
            /// `computed` is nil where no cause could bring such an event here.
            case cause(recorded: Cause, computed: Cause?)
            /// By its position among the legs of the run.
            case leg(recorded: Int, computed: Int)
            /// The record that is named as the cause owed another event.
            case event(recorded: Int, computed: Int)
            case parent(recorded: Int, computed: Int)
            case child(recorded: Int, computed: Int)
            case disposition(recorded: Disposition, computed: Disposition)
            case stamp(recorded: Stamp, computed: Stamp)
            case row(recorded: Int?, computed: Int?)
            case answers(recorded: EffectOrder.ID?, computed: EffectOrder.ID?)
            case state(recorded: Int, computed: Int)
            /// The variable at this position, as a log may keep it.
            case context(Int, recorded: Value?, computed: Value?)
            /// The event's field at this position, as a log may keep it.
            case field(Int, recorded: Value?, computed: Value?)
            /// An order whose handler is said to have finished, and which is not open.
            case closed(EffectOrder.ID)
            /// The record says that no leg of this name had begun, but one had.
            case turnedAway(leg: String)
        }

        package var run: RunID
        /// That of the record.
        package var sequence: UInt64
        /// By its position in the leg's table; nil for a beginning, and for what is no event.
        package var event: Int?
        /// The names of the sub-flows from the root to the leg; nil for the root.
        package var legName: String?
        package var point: Point
    }
}

extension Outcome {
    /// The first point in which the recorded outcome differs from the computed one. Both have the same number of variables.
    func point(differingFrom computed: Outcome) -> Fold.Difference.Point? {
        if state != computed.state { return .state(recorded: state, computed: computed.state) }
        return context.firstDifference(from: computed.context).map {
            .context($0, recorded: context[$0], computed: computed.context[$0])
        }
    }
}

extension Record {
    /// The first point in which the recorded step differs from the computed one, of which the values are withheld already, as a log's are.
    func point(differingFrom computed: Record, in table: Table) -> Fold.Difference.Point? {
        switch (content, computed.content) {
        case (.event(let recorded), .event(let computed)): recorded.point(differingFrom: computed, in: table)
        case (.legBegan(let recorded), .legBegan(let computed)): recorded.point(differingFrom: computed)
        default: nil
        }
    }

    /// What is wrong with a record that tells no step, and may not come here.
    var unexpectedPoint: Fold.Difference.Point? {
        switch content {
        case .closed(let order, _): .closed(order)
        case .turnedAway(let command): .turnedAway(leg: command.leg)
        case .began, .event, .legBegan, .resumed: nil
        }
    }
}

extension EventRecord {
    fileprivate func point(differingFrom computed: EventRecord, in table: Table) -> Fold.Difference.Point? {
        if !cause.brings(table.events[event].origin) { return .cause(recorded: cause, computed: nil) }
        if disposition != computed.disposition {
            return .disposition(recorded: disposition, computed: computed.disposition)
        }
        if stamp != computed.stamp { return .stamp(recorded: stamp, computed: computed.stamp) }
        if row != computed.row { return .row(recorded: row, computed: computed.row) }
        if answers != computed.answers { return .answers(recorded: answers, computed: computed.answers) }
        if let field = fields.firstDifference(from: computed.fields) {
            return .field(field, recorded: fields[field], computed: computed.fields[field])
        }
        return outcome.point(differingFrom: computed.outcome)
    }
}

extension LegBeginning {
    fileprivate func point(differingFrom computed: LegBeginning) -> Fold.Difference.Point? {
        if owedBy != computed.owedBy {
            return .cause(recorded: .owed(by: owedBy), computed: .owed(by: computed.owedBy))
        }
        if parent != computed.parent {
            return .parent(recorded: Int(clamping: parent), computed: Int(clamping: computed.parent))
        }
        if child != computed.child { return .child(recorded: child, computed: computed.child) }
        return outcome.point(differingFrom: computed.outcome)
    }
}

extension Cause {
    /// Whether such an event ever comes for this cause.
    fileprivate func brings(_ origin: EventSignature.Origin) -> Bool {
        switch (self, origin) {
        case (.asked, .command), (.heard, .callback), (.heard, .unrecognised), (.retained, .callback),
            (.replied, .reply), (.failed, .reply), (.refused, .reply), (.interrupted, .reply), (.limit, .reply),
            (.timer, .timer), (.overrun, .timer), (.granted, .lane), (.owed, .command), (.owed, .child),
            (.restored, .restored):
            true
        default: false
        }
    }
}

extension [Value?] {
    /// The first index at which two lists of the same length differ.
    fileprivate func firstDifference(from others: [Value?]) -> Int? {
        zip(indices, zip(self, others)).first { $1.0 != $1.1 }?.0
    }
}
