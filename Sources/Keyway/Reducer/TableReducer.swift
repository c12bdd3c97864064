/// Decides by a table alone, as a log or a planner has it.
///
/// The table is laid out once, for packed runs; what does not fit, a run with values of other kinds or a cell with odd
/// assignments, is decided by walking the table, with the same result.
///
/// It is a class for the sake of what shares it: all runs of a flow, at the cost of one reference.
public final class TableReducer: Reducer {
    public let table: Table
    /// Nil for a table that has more than words and lanes hold.
    public let packed: PackedTable?

    public init(_ table: Table) {
        self.table = table
        packed = PackedTable(table)
    }

    public func beginning(at now: Instant, sequence: UInt64) -> Begun {
        var begun = table.beginning(at: now, sequence: sequence)
        if let packed { _ = begun.run.pack(by: packed, at: now) }
        return begun
    }

    public func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step
    ) {
        if packed?.reduce(&run, event, at: now, sequence: sequence, into: &step) == true { return }
        table.reduce(&run, event, at: now, sequence: sequence, into: &step)
    }
}
