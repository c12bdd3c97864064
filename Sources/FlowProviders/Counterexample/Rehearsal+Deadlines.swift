import KeywayCore

extension Rehearsal {
    /// A timer that runs and that the leg's state does not `hold` back (rule 17), or the limit of an open effect.
    struct Deadline {
        /// The leg's position in the tree.
        var leg: Int
        /// What happens when it is due: a timer fires, or the limit of an effect has passed.
        var kind: Occurrence.Kind
        /// The number of the moment from which it counts.
        var start: Int
        /// In milliseconds.
        var duration: Int64
        /// The sequence of the record that set it.
        var record: UInt64
        /// Its place among the timers, or the limits, of its leg, which stand in the order of setting.
        var place: Int

        /// Whether this is the deadline that lets `kind` happen to the leg.
        func isOf(_ kind: Occurrence.Kind, in leg: Int) -> Bool { self.leg == leg && self.kind == kind }

        /// Whether it goes first where both are due at one instant: timers before limits, then the one that was set
        /// first.
        ///
        /// Source: rule 18 of `Specs/README.md`.
        func precedes(_ other: Deadline) -> Bool {
            isLimit == other.isLimit ? (record, place) < (other.record, other.place) : other.isLimit
        }

        private var isLimit: Bool { if case .limit = kind { true } else { false } }
    }

    /// The deadlines of all legs that have not ended, held timers left out.
    var deadlines: [Deadline] {
        tree.legs.enumerated().filter { !$1.isEnded }.flatMap { position, leg in
            let held = leg.table.states[leg.run.state].holds
            let timers = leg.run.timers.enumerated().filter { !held.contains($1.timer) }.map { place, armed in
                Deadline(.timer(armed.timer), in: position, at: armed.deadline, setBy: armed.setBy, place)
            }
            let limits = leg.run.openEffects.enumerated().map { place, open in
                Deadline(
                    .limit(effect: open.effect), in: position, at: open.limit, setBy: open.order.sequence, place)
            }
            return timers + limits
        }
    }

    /// Requires of the timetable that no deadline is due before this moment, nor at it, but the one that is decided now.
    ///
    /// - Parameters:
    ///   - moment: the number of the moment.
    ///   - kind: what happens at this moment. Where it is a timer or a limit, its deadline is due exactly then.
    ///   - leg: the leg to which it happens; of no meaning where it is no deadline.
    mutating func requireTime(at moment: Int, deciding kind: Occurrence.Kind, in leg: Int) {
        for deadline in deadlines where deadline.start < moment {
            if deadline.isOf(kind, in: leg) {
                timetable.require(moment, at: deadline.duration, after: deadline.start)
            } else {
                timetable.require(moment, before: deadline.duration, after: deadline.start)
            }
        }
    }
}

extension Rehearsal.Deadline {
    /// `instant`: when it is due, which holds both numbers: the moment of setting times `Rehearsal.stride`, plus the duration.
    fileprivate init(_ kind: Occurrence.Kind, in leg: Int, at instant: Instant, setBy record: UInt64, _ place: Int) {
        let (start, duration) = instant.milliseconds.quotientAndRemainder(dividingBy: Rehearsal.stride)
        self.init(
            leg: leg, kind: kind, start: Int(start), duration: duration, record: record, place: place)
    }
}
