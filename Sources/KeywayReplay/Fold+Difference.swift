package import KeywayCore
package import KeywayLog

extension Fold {
    /// Where a record says something else than the flow makes of the events before it, by positions.
    package struct Difference: Equatable, Sendable {
        /// What differs, as it was recorded and as the flow computes it.
        package enum Point: Equatable, Sendable {
            /// Nil is no cause for which such an event may come here.
            case cause(recorded: Cause, computed: Cause?)
            /// By its position among the legs of the run.
            case leg(recorded: Int, computed: Int)
            /// What the record that is named as the cause brought.
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
            /// A command that is said to have met no leg of this name, which has begun.
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
    /// The first point in which the recorded outcome is another than the computed one, which has as many variables.
    func point(differingFrom computed: Outcome) -> Fold.Difference.Point? {
        if state != computed.state { return .state(recorded: state, computed: computed.state) }
        return context.firstDifference(from: computed.context).map {
            .context($0, recorded: context[$0], computed: computed.context[$0])
        }
    }
}

extension Record {
    /// The first point in which the recorded step is another than the computed one, withheld as a log has it.
    func point(differingFrom computed: Record, in table: Table) -> Fold.Difference.Point? {
        switch (content, computed.content) {
        case (.event(let told), .event(let made)): told.point(differingFrom: made, in: table)
        case (.legBegan(let told), .legBegan(let made)): told.point(differingFrom: made)
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
    fileprivate func point(differingFrom made: EventRecord, in table: Table) -> Fold.Difference.Point? {
        if !cause.brings(table.events[event].origin) { return .cause(recorded: cause, computed: nil) }
        if disposition != made.disposition {
            return .disposition(recorded: disposition, computed: made.disposition)
        }
        if stamp != made.stamp { return .stamp(recorded: stamp, computed: made.stamp) }
        if row != made.row { return .row(recorded: row, computed: made.row) }
        if answers != made.answers { return .answers(recorded: answers, computed: made.answers) }
        if let field = fields.firstDifference(from: made.fields) {
            return .field(field, recorded: fields[field], computed: made.fields[field])
        }
        return outcome.point(differingFrom: made.outcome)
    }
}

extension LegBeginning {
    fileprivate func point(differingFrom made: LegBeginning) -> Fold.Difference.Point? {
        if owedBy != made.owedBy { return .cause(recorded: .owed(by: owedBy), computed: .owed(by: made.owedBy)) }
        if parent != made.parent {
            return .parent(recorded: Int(clamping: parent), computed: Int(clamping: made.parent))
        }
        if child != made.child { return .child(recorded: child, computed: made.child) }
        return outcome.point(differingFrom: made.outcome)
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
    /// The first place at which the other values, of which there are as many, are others.
    fileprivate func firstDifference(from others: [Value?]) -> Int? {
        zip(indices, zip(self, others)).first { $1.0 != $1.1 }?.0
    }
}
