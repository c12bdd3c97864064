public import KeywayCore

/// What one step has done so far: to variables, timers, open effects, sub-flows and lanes, and what it has ordered.
public struct SwitchProgress<Decided: Flow>: Sendable {
    /// The run, with timers, open effects, sub-flows and lanes as they are now, and state and variables as before the
    /// step.
    package internal(set) var run: RunState
    /// The variables as they are now.
    package internal(set) var context: Decided.Context
    /// The effects ordered so far, with the identities that a table gives them.
    package internal(set) var orders: [EffectOrder] = []
    /// The time of the event's record.
    private let now: Instant
    /// The sequence of the event's record.
    private let sequence: UInt64

    init(_ run: RunState, at now: Instant, sequence: UInt64) throws(Value.Mismatch) {
        self.run = run
        self.now = now
        self.sequence = sequence
        context = try Decided.Context(values: run.values)
    }

    mutating func set(_ event: Decided.Event, for duration: Duration) {
        guard let timer = Self.timer(of: event), case .duration(let milliseconds) = duration.flowValue else { return }
        run.timers = run.timers.filter { $0.timer != timer }
        run.timers.append(
            .init(timer: timer, deadline: now.advanced(byMilliseconds: milliseconds), setBy: sequence))
    }

    mutating func end(_ event: Decided.Event) {
        guard let timer = Self.timer(of: event) else { return }
        run.timers = run.timers.filter { $0.timer != timer }
    }

    mutating func order(_ effect: Decided.Effect) {
        let signature = Decided.table.effects[effect.position]
        if signature.startsAttempt { run.attempt += 1 }
        let identity = EffectOrder.ID(sequence: sequence, index: UInt32(clamping: orders.count))
        orders.append(
            EffectOrder(id: identity, effect: effect.position, arguments: effect.values, attempt: run.attempt))
        if let within = signature.replies?.within {
            run.openEffects = run.openEffects.filter { $0.effect != effect.position }
            let limit = now.advanced(byMilliseconds: within)
            run.openEffects.append(.init(effect: effect.position, order: identity, limit: limit))
        }
    }

    mutating func run(_ child: String) {
        guard let position = Self.child(named: child) else { return }
        run.running.append(.child(position))
    }

    mutating func leave(_ child: String) {
        guard let position = Self.child(named: child) else { return }
        run.running = run.running.filter { $0 != .child(position) }
    }

    mutating func take(_ lane: String) {
        guard let position = Self.lane(named: lane) else { return }
        run.running.append(.lane(position, isHeld: false))
    }

    mutating func free(_ lane: String) {
        guard let position = Self.lane(named: lane) else { return }
        run.running = run.running.filter { $0 != .lane(position, isHeld: false) && $0 != .lane(position, isHeld: true) }
    }

    private static func child(named name: String) -> Int? { Decided.table.children.firstIndex { $0.name == name } }

    private static func lane(named name: String) -> Int? { Decided.table.lanes.firstIndex { $0.name == name } }

    private static func timer(of event: Decided.Event) -> Int? {
        Decided.table.timers.firstIndex { $0.event == event.position }
    }
}
