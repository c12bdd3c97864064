package import KeywayCore

/// The run that every cell is tried on: each timer armed, each effect open, each sub-flow running and each lane asked for, so that
/// whatever a step ends or begins shows.
package enum BusyRun {
    /// When every tried event is decided: after the deadlines of the first 600 timers, before every effect's limit.
    package static let now = Instant(milliseconds: 700)
    /// The sequence number of the record that the tried step would write; the open effects were ordered in record 3.
    package static let sequence: UInt64 = 9

    /// The identity of the order by which the effect at this position is open; a reply to any other order is stale.
    package static func order(of effect: Int) -> EffectOrder.ID {
        EffectOrder.ID(sequence: 3, index: UInt32(clamping: effect))
    }

    /// The run in the state at this position; `values` has one for each variable, and the attempt number is 4.
    package static func run(in state: Int, _ values: [Value?], of table: Table) -> RunState {
        var run = RunState(state: state, values: values)
        run.timers = table.timers.indices.map {
            // As if the run's first record, number 0, had set every timer.
            .init(timer: $0, deadline: Instant(milliseconds: 100 + Int64($0)), setBy: 0)
        }
        run.openEffects = table.effects.indices.filter { table.effects[$0].replies != nil }.map {
            .init(effect: $0, order: order(of: $0), limit: Instant(milliseconds: 800 + Int64($0)))
        }
        run.running =
            table.children.indices.map { .child($0) } + table.lanes.indices.map { .lane($0, isHeld: false) }
        run.attempt = 4
        return run
    }
}

/// The value of each variable about which no guard of the tried cell asks: the lowest of its range, or the highest.
///
/// Each cell is tried with both: if the table's guards ask about such a variable, which the spec's guards do not, the table differs from
/// the spec with one of them.
package enum UnaskedValues: String, CaseIterable, Sendable {
    case low
    case high

    /// One value for each variable of the table, in its order; with `high` an optional variable is absent.
    package func values(of table: Table) -> [Value?] {
        table.variables.map { field in
            let values = field.extremes(among: table.enumerations, letter: "a")
            return (self == .low ? values.first : values.last) ?? nil
        }
    }
}

extension Field {
    /// The values at the ends of the field's range, lowest first, and absence, nil, last where the field is optional.
    ///
    /// Of an enum these are all cases, because guards ask for single ones. Of a text there is one that repeats `letter`, and of a duration
    /// one alone, a second or what is nearest to it in the range: guards ask only whether there is one, so its ends would show no more.
    package func extremes(among enumerations: [Enumeration], letter: Character) -> [Value?] {
        let present: [Value?] =
            switch kind {
            case .enumCase(let position): enumerations[position].cases.indices.map { .enumCase($0) }
            case .bool, .set, .integer:
                kind.ends(among: enumerations).map { $0.least == $0.greatest ? [$0.least] : [$0.least, $0.greatest] }
                    ?? []
            case .text(let bounds):
                [.text(String(repeating: letter, count: max(bounds.lowerBound, min(1, bounds.upperBound))))]
            case .duration(let bounds): [.duration(min(max(bounds.lowerBound, 1000), bounds.upperBound))]
            }
        return present + (isOptional ? [nil] : [])
    }
}
