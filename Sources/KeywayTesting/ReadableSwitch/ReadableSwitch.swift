public import KeywayCore

/// A flow as a `switch` over its states and events: the generator writes it to be read, and to be compared with.
public protocol ReadableSwitch: Sendable {
    /// The generated flow that the switch is compared with.
    associatedtype Decided: Flow

    /// What the event does to the run besides moving it.
    var scene: SwitchScene<Decided> { get set }

    /// A switch for one step: it is made anew for each event.
    init(scene: SwitchScene<Decided>)

    /// What the event means in the state.
    ///
    /// - Throws: `Value.Mismatch` where a value is absent that the flow's rules prove present.
    mutating func verdict(
        in state: Decided.State, on event: Decided.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<Decided.State>

    /// What it means when it belongs to an earlier attempt or order.
    mutating func verdict(
        in state: Decided.State, onStale event: Decided.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<Decided.State>
}

/// What an event means in a state.
public enum SwitchVerdict<State: FlowState>: Hashable, Sendable {
    /// Bodies and scopes are done with already; the state alone is still to be set.
    case move(State)
    /// What the body did counts, and no scope is left.
    case stay
    case ignore
    case reject
    case late
    /// Of an earlier attempt or order, and the state has no row for that.
    case stale
    /// No row names the event, and no claim covers it.
    case undeclared
}

// The words that a generated switch is written in.
extension ReadableSwitch {
    /// The variables as they are now.
    public var context: Decided.Context {
        get { scene.context }
        set { scene.context = newValue }
    }

    /// Orders an effect.
    public mutating func order(_ effect: Decided.Effect) { scene.order(effect) }

    /// Starts a timer, or starts it anew.
    public mutating func set(_ timer: Decided.Event, for duration: Duration) { scene.set(timer, for: duration) }

    /// Ends timers.
    public mutating func end(_ timers: Decided.Event...) { for timer in timers { scene.end(timer) } }

    /// Ends all timers, sub-flows and lanes: the run is over.
    public mutating func endEverything() {
        scene.run.timers = []
        scene.run.running = []
    }

    /// Begins a sub-flow.
    public mutating func run(_ child: String) { scene.run(child) }

    /// Leaves the scope of a sub-flow.
    public mutating func leave(_ child: String) { scene.leave(child) }

    /// Asks for a lane.
    public mutating func take(_ lane: String) { scene.take(lane) }

    /// Leaves the scope of a lane.
    public mutating func free(_ lane: String) { scene.free(lane) }

    /// The value, which the flow's rules prove present.
    public func present<Content>(_ value: Content?) throws(Value.Mismatch) -> Content {
        guard let value else { throw Value.Mismatch() }
        return value
    }
}
