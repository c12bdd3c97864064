/// A flow in Swift's own types, as the generator makes it from a spec.
///
/// The extension below turns a flow's events, effects and states into the positions and values of its table, and back.
public protocol Flow: Sendable {
    associatedtype State: FlowState
    associatedtype Event: FlowEvent
    /// The events that an app may send; each is one of `Event` as well.
    associatedtype Command: FlowWord
    associatedtype Effect: FlowWord
    associatedtype Context: FlowContext
    /// The values that may be chosen when a run begins.
    associatedtype Parameters: FlowParameters = NoParameters

    /// Every cell of the flow. The table is what runs; the types name its positions and values.
    static var table: Table { get }
    /// What the log keeps of the spec for people: the lines of its rows, the variables that each final keeps as its result, and which
    /// finals are a success. Nothing that runs depends on it.
    static var annotations: Table.Annotations { get }
}

/// The states and finals of a flow; the raw value is the position in the table.
public protocol FlowState: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue: FixedWidthInteger & UnsignedInteger {
    /// Whether runs end here.
    var isFinal: Bool { get }
}

/// An event or an effect of a flow, with the values that it carries; not what a provider says, which is called a word elsewhere.
public protocol FlowWord: Hashable, Sendable {
    /// Its position in the table.
    var position: Int { get }
    /// The values in the order of the event's or effect's fields; nil is absent.
    var values: [Value?] { get }

    /// The event or effect with these values.
    ///
    /// - Parameters:
    ///   - position: the event's or effect's, in the table.
    ///   - values: in the order of the fields; nil is absent.
    /// - Throws: `Value.Mismatch` where the flow has no event or effect at the position, or one with other values.
    init(position: Int, values: [Value?]) throws(Value.Mismatch)
}

/// An event of a flow; no effect conforms, so that none can be given where an event is wanted.
public protocol FlowEvent: FlowWord {}

/// The variables of a flow.
public protocol FlowContext: Hashable, Sendable {
    /// In the order of the table's variables; nil is absent.
    var values: [Value?] { get }

    /// The variables with these values.
    ///
    /// - Parameter values: in the order of the table's variables; nil is absent.
    /// - Throws: `Value.Mismatch` where a variable cannot have such a value.
    init(values: [Value?]) throws(Value.Mismatch)
}

/// An answer to an effect, one of those that the flow declares for it.
public protocol FlowReply: Hashable, Sendable {
    associatedtype Event: FlowEvent

    /// The effect that is answered so, by its position in the table.
    var effect: Int { get }
    /// The event that tells the answer.
    var event: Event { get }
}

extension Flow {
    /// Begins a run for which nobody chooses a parameter, and returns the effects that its beginning orders.
    ///
    /// - Parameters:
    ///   - now: the time of the record that tells the beginning; timers and limits count from it.
    ///   - sequence: the record's place in the run, from which effects take their identity.
    public static func begin(at now: Instant, sequence: UInt64 = 0) -> (run: RunState, orders: [EffectOrder]) {
        table.begin(at: now, sequence: sequence)
    }

    /// Decides an event: pure, total and deterministic.
    ///
    /// - Parameters:
    ///   - run: the run as the event meets it; then as the step leaves it.
    ///   - event: what comes. A timer that is due fires by its own event, and not because time has passed.
    ///   - stamp: what is known of a callback's attempt; for any other event it is ignored.
    ///   - order: the order that the event answers, if it is a reply. A reply to no order, or to one that is not open,
    ///     is stale.
    ///   - now: the time of the event's record; timers and limits that the step sets count from it.
    ///   - sequence: the record's place in the run, from which effects take their identity.
    public static func reduce(
        _ run: inout RunState, _ event: Event, stamp: Stamp = .unknown, answering order: EffectOrder.ID? = nil,
        at now: Instant, sequence: UInt64
    ) -> Step {
        let untyped = KeywayCore.Event(event, stamp: stamp, answering: order)
        return table.reduce(&run, untyped, at: now, sequence: sequence)
    }

    /// The state of a run; nil for a run that is in no state of this flow.
    ///
    /// - Parameter run: a run of this flow.
    public static func state(of run: RunState) -> State? { state(at: run.state) }

    /// The state at a position; nil where the flow has none there.
    ///
    /// - Parameter position: counted from 0 in the order of the table's states, finals included.
    public static func state(at position: Int) -> State? {
        State.RawValue(exactly: position).flatMap { State(rawValue: $0) }
    }

    /// The event that a raw callback tells; nil where no row of a source reads it.
    ///
    /// - Parameter callback: what a provider reported, as it came.
    public static func decode(_ callback: RawValue) -> Event? {
        guard case .event(let position, let fields, _, _) = table.decode(callback) else { return nil }
        return try? Event(position: position, values: fields)
    }
}

extension Event {
    /// A typed event as it comes to a run.
    package init(_ word: some FlowWord, stamp: Stamp = .unknown, answering order: EffectOrder.ID? = nil) {
        self.init(word.position, fields: word.values, stamp: stamp, answers: order)
    }
}
