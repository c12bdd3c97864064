/// Decides by a generated flow: its own guards and its cell index.
public struct FlowReducer<Decided: Flow>: Reducer {
    public var table: Table { Decided.table }

    public init(_: Decided.Type = Decided.self) {}

    /// Enters the initial state, as the table does.
    public func beginning(at now: Instant, sequence: UInt64) -> Begun {
        table.beginning(at: now, sequence: sequence)
    }

    /// Decides an event by the flow's own guards; a value without a type, as a log withholds it, is left to the table.
    public func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step
    ) {
        // What has no type, as a value that a log withheld, is the table's to decide.
        guard let word = try? Decided.Event(position: event.position, values: event.fields) else {
            return table.reduce(&run, event, at: now, sequence: sequence, into: &step)
        }
        Decided.reduce(&run, event, as: word, at: now, sequence: sequence, into: &step)
    }
}
