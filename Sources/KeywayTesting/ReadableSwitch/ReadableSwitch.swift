public import KeywayCore

/// A flow as a `switch` over its states and events: generated for people to read, and to compare with the table.
public protocol ReadableSwitch: Sendable {
    /// The generated flow that the switch is compared with.
    associatedtype Decided: Flow

    /// What the step has done so far besides moving the run: variables, timers, orders, sub-flows and lanes.
    var progress: SwitchProgress<Decided> { get set }

    /// A switch for one step: it is made anew for each event.
    ///
    /// - Parameter progress: the run as the event meets it: a timer that fired, or an order that is answered, is over.
    init(progress: SwitchProgress<Decided>)

    /// Carries out what the event does, in `progress`, and returns what it means.
    ///
    /// - Parameters:
    ///   - state: where the run is before the step; no final, since nothing leads out of one.
    ///   - event: one that belongs to no earlier attempt or order.
    /// - Throws: `Value.Mismatch` where a value is absent that the flow's rules prove present.
    mutating func verdict(
        in state: Decided.State, on event: Decided.Event
    ) throws(Value.Mismatch) -> SwitchVerdict<Decided.State>

    /// Carries out what an event of an earlier attempt or order does, and returns what it means, as `verdict(in:on:)` does for others.
    ///
    /// - Parameters:
    ///   - state: as for `verdict(in:on:)`.
    ///   - event: a callback of an attempt that another has superseded, or a reply to an order that is not open.
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

// What the code of a generated switch calls.
extension ReadableSwitch {
    /// The variables as they are now.
    public var context: Decided.Context {
        get { progress.context }
        set { progress.context = newValue }
    }

    /// Orders an effect.
    ///
    /// - Parameter effect: the effect, with its arguments as they are now.
    public mutating func order(_ effect: Decided.Effect) { progress.order(effect) }

    /// Starts a timer, or starts it anew.
    ///
    /// - Parameters:
    ///   - timer: the event by which the timer fires; any other event does nothing.
    ///   - duration: from the time of the event's record on, in whole milliseconds: fractions are cut off.
    public mutating func set(_ timer: Decided.Event, for duration: Duration) { progress.set(timer, for: duration) }

    /// Ends timers.
    ///
    /// - Parameter timers: the events by which they fire; a timer that does not run stays as it is.
    public mutating func end(_ timers: Decided.Event...) { for timer in timers { progress.end(timer) } }

    /// Ends all timers, sub-flows and lanes: the run is over.
    public mutating func endEverything() {
        progress.run.timers = []
        progress.run.running = []
    }

    /// Begins a sub-flow.
    ///
    /// - Parameter child: the sub-flow's name in the spec; any other name does nothing.
    public mutating func run(_ child: String) { progress.run(child) }

    /// Leaves the scope of a sub-flow.
    ///
    /// - Parameter child: the sub-flow's name in the spec; one that does not run stays as it is.
    public mutating func leave(_ child: String) { progress.leave(child) }

    /// Asks for a lane.
    ///
    /// - Parameter lane: the lane's name in the spec; any other name does nothing.
    public mutating func take(_ lane: String) { progress.take(lane) }

    /// Leaves the scope of a lane, whether it is held or still waited for.
    ///
    /// - Parameter lane: the lane's name in the spec.
    public mutating func free(_ lane: String) { progress.free(lane) }

    /// The value, which the flow's rules prove present.
    ///
    /// - Parameter value: a variable or a field of the event.
    /// - Throws: `Value.Mismatch` where the value is absent all the same.
    public func present<Content>(_ value: Content?) throws(Value.Mismatch) -> Content {
        guard let value else { throw Value.Mismatch() }
        return value
    }

    /// Whether both values are present and the relation holds between them.
    ///
    /// - Parameters:
    ///   - left: the left side of the comparison.
    ///   - relation: an operator, as `<`; also `==` and `!=` do not hold where a side is absent.
    ///   - right: its right side.
    public func holds<Content>(
        _ left: Content?, _ relation: (Content, Content) -> Bool, _ right: Content?
    ) -> Bool {
        guard let left, let right else { return false }
        return relation(left, right)
    }

    /// Whether the value and the set are present, and the value is in the set.
    ///
    /// - Parameters:
    ///   - value: a case of an enum.
    ///   - set: cases of the same enum.
    public func isElement<Content>(_ value: Content?, of set: Set<Content>?) -> Bool {
        guard let value, let set else { return false }
        return set.contains(value)
    }
}
