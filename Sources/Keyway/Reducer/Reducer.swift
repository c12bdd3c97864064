/// What decides the events of a run: a table by itself, or a generated flow over its table.
public protocol Reducer: Sendable {
    var table: Table { get }

    /// Decides an event: pure, total and deterministic.
    func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step
}

extension Table: Reducer {
    public var table: Table { self }
}

/// Decides by a generated flow: its own guards and its cell index.
public struct FlowReducer<Decided: Flow>: Reducer {
    public var table: Table { Decided.table }

    public init(_: Decided.Type = Decided.self) {}

    public func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        // What has no type, as a value that a log withheld, is the table's to decide.
        guard let word = try? Decided.Event(position: event.position, values: event.fields) else {
            return table.reduce(&run, event, at: now, sequence: sequence)
        }
        return Decided.reduce(&run, event, as: word, at: now, sequence: sequence)
    }
}
