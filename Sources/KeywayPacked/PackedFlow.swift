public import KeywayCore

/// A generated flow over its packed table: events in the flow's own types, decided by the guards as the generator wrote them.
///
/// It is for many runs at once. The guards are compiled code here; a `PackedTable` alone evaluates them from a list of questions in the
/// table.
public struct PackedFlow<Decided: PackableFlow>: Sendable {
    /// What an event did to a packed run, in the flow's own types.
    public struct Step: Sendable {
        /// The step with its state, row and effects as positions in the table.
        public let packed: PackedStep

        @inlinable @inline(__always)
        init(_ packed: PackedStep) { self.packed = packed }

        /// What the event meant.
        @inlinable public var disposition: Disposition { packed.disposition }

        /// The state that was reached; never nil for generated code that fits its table.
        @inlinable public var state: Decided.State? {
            Decided.State(rawValue: Decided.State.RawValue(truncatingIfNeeded: packed.state))
        }

        /// The effects that the step ordered; their arguments are not packed, and only the `Table` gives them.
        @inlinable public var effects: Decided.EffectSet { Decided.EffectSet(rawValue: packed.effects) }
    }

    /// The flow's table, laid out.
    public let table: PackedTable

    /// Lays out the flow's table; nil where it has a `fault`, cannot be packed, or is not the one of the generated guards, and for a
    /// parameter's value outside its range.
    ///
    /// Guards that another version of the generator wrote may read the wrong bits. An event that sets a timer to more than
    /// about a year is left to the `Table`, because packed runs have no room for it.
    ///
    /// - Parameters:
    ///   - flow: the flow, where the context does not say which.
    ///   - parameters: the values of the flow's parameters with which the runs began. A run that began with another duration is not
    ///     packed; one that began with another value of any other kind is.
    public init?(_ flow: Decided.Type = Decided.self, parameters: Decided.Parameters = Decided.Parameters()) {
        let table = Decided.table
        let chosen = Array(zip(table.parameters.map(\.variable), parameters.values))
        let areInRange = chosen.allSatisfy { table.variables[$0].kind.contains($1, among: table.enumerations) }
        guard areInRange else { return nil }
        self.init(choosing: Dictionary(chosen) { first, _ in first })
    }

    /// Lays out the table for runs that began with these values of parameters.
    ///
    /// - Parameter parameters: each value by its parameter's position among the variables.
    package init?(choosing parameters: [Int: Value]) {
        let decided = Decided.table
        guard decided.fault == nil, let table = PackedTable(decided, choosing: parameters),
            table.fingerprint == Decided.packing
        else { return nil }
        self.table = table
    }

    /// Decides many events, each as the next record of its run, and hands every step to `tell`.
    ///
    /// - Parameters:
    ///   - events: in the order in which they are decided.
    ///   - runs: the runs, which the events change.
    ///   - arrival: gives the packed event, with its run and time, when the event's turn comes; nil where it cannot be packed.
    ///   - tell: is handed each event with its step. The step is nil, and nothing has happened, where only the `Table` can
    ///     decide the event, `arrival` gave nil, or there is no such run.
    @inlinable @inline(__always)
    public func reduce<Arriving>(
        _ events: [Arriving], into runs: inout PackedRuns, arrival: (Arriving) -> PackedArrival?,
        tell: (Arriving, Step?) -> Void
    ) {
        table.reduce(events, into: &runs, arrival: arrival) { arriving, step in
            tell(arriving, step.map(Step.init))
        } answers: { _, variables, fields in
            Decided.answers(variables: variables, fields: fields)
        }
    }
}
