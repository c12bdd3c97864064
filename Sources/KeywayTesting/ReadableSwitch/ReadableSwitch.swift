public import KeywayCore

/// A flow as a `switch` over its states and events: generated for people to read, and to compare with the table.
public protocol ReadableSwitch: Sendable {
    /// The generated flow that the switch is compared with.
    associatedtype Decided: Flow

    /// What the step has done so far besides moving the run: variables, timers, orders, sub-flows and lanes.
    var progress: SwitchProgress<Decided> { get set }

    /// A switch for one step: it is made anew for each event.
    init(progress: SwitchProgress<Decided>)

    /// Carries out what the event does, in `progress`, and returns what it means.
    ///
    /// - Throws: `Value.Mismatch` where a value is absent that the flow's rules prove present.
    mutating func verdict(
        in state: Decided.State, on event: Decided.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<Decided.State>

    /// The same for an event that belongs to an earlier attempt or order.
    ///
    /// - Throws: `Value.Mismatch` where a value is absent that the flow's rules prove present.
    mutating func verdict(
        in state: Decided.State, onStale event: Decided.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<Decided.State>
}

/// What an event means in a state.
public enum SwitchVerdict<State: FlowState>: Hashable, Sendable {
    /// The run moves to this state: the switch has carried out bodies and left scopes, and its caller sets the state.
    case move(State)
    /// The run stays in its state, with what the row's body did; no scope is left.
    case stay
    case ignore
    case reject
    case late
    /// The event is of an earlier attempt or order, and the state has no row for it when it comes so.
    case stale
    /// No row names the event, and no claim covers it.
    case undeclared
}

// The words that a generated switch is written in.
extension ReadableSwitch {
    /// The variables as they are now.
    public var context: Decided.Context {
        get { progress.context }
        set { progress.context = newValue }
    }

    /// Orders an effect.
    public mutating func order(_ effect: Decided.Effect) { progress.order(effect) }

    /// Starts a timer, or starts it anew.
    public mutating func set(_ timer: Decided.Event, for duration: Duration) { progress.set(timer, for: duration) }

    /// Ends timers.
    public mutating func end(_ timers: Decided.Event...) { for timer in timers { progress.end(timer) } }

    /// Ends all timers, sub-flows and lanes: the run is over.
    public mutating func endEverything() {
        progress.run.timers = []
        progress.run.running = []
    }

    /// Begins a sub-flow.
    public mutating func run(_ child: String) { progress.run(child) }

    /// Leaves the scope of a sub-flow.
    public mutating func leave(_ child: String) { progress.leave(child) }

    /// Asks for a lane.
    public mutating func take(_ lane: String) { progress.take(lane) }

    /// Leaves the scope of a lane.
    public mutating func free(_ lane: String) { progress.free(lane) }

    /// The value, which the flow's rules prove present.
    ///
    /// - Throws: `Value.Mismatch` where the value is absent all the same.
    public func present<Content>(_ value: Content?) throws(Value.Mismatch) -> Content {
        guard let value else { throw Value.Mismatch() }
        return value
    }
}
