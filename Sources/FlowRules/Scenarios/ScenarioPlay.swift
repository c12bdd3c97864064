import FlowLanguage
import FlowMachine
import KeywayCore

/// A run that the lines of a scenario drive, on a simulated clock that begins at 0.
struct ScenarioPlay {
    /// What one event did to the run.
    struct Moment {
        /// The event's position in the machine; for a stale callback, that of its `stale` event where a row names one.
        var event: Int
        var step: Step
    }

    /// The most steps of one line, so that no `advance` goes on for ever; a timer that polls at every second for a day takes fewer.
    private static let greatestSteps = 100_000

    let machine: Machine
    /// Built from `machine`: states, events and effects have the same positions in both.
    let table: Table
    var run: RunState
    /// What the latest event or `advance` brought about; before the first of these, nothing.
    private(set) var moments: [Moment] = []
    /// The effects that the run ordered at its beginning; empty from the first event or `advance` on.
    private var ordersOfBeginning: [Int]
    private(set) var now = Instant(milliseconds: 0)
    /// How many events the run has decided, which is the number of the last record that a log would have.
    private var sequence: UInt64 = 0
    /// The events that the run has decided, in order: a log would have them, so `restored` rebuilds the run from them.
    private(set) var decided: [(event: Event, at: Instant)] = []
    /// The orders with an argument whose value a restart took away; orders that are closed by now may still be among them.
    var incompleteOrders: Set<EffectOrder.ID> = []

    init(of machine: Machine, table: Table) {
        self.machine = machine
        self.table = table
        let beginning = table.begin(at: now)
        run = beginning.run
        ordersOfBeginning = beginning.orders.map(\.effect)
    }

    // MARK: - What happens

    /// Begins a line: facts speak of what it brings about, and no more of what the lines before it did.
    mutating func beginLine() {
        moments = []
        ordersOfBeginning = []
    }

    /// Lets the run decide an event; returns why the event cannot come here, or nil where it was decided.
    ///
    /// - Parameter isStale: whether the scenario says that the event is `stale`: a callback of an earlier attempt, or a reply to an order
    ///   that is closed.
    mutating func decide(_ position: Int, fields: [Value?], isStale: Bool) -> String? {
        beginLine()
        let event = machine.events[position]
        var heard = Event(position, fields: fields)
        switch event.signature.origin {
        case .callback where isStale && !machine.mayBeStale(position): return Machine.onlyStampedWordsAreStale
        case .callback:
            heard.stamp = isStale ? .stale : table.tellsAttempts(of: position) ? .current : .unknown
        case .reply where !isStale:
            guard let order = openOrder(answeredBy: position) else { return "no open effect has this reply" }
            heard.answers = order
        case .lane(let lane) where !run.running.contains(.lane(lane, isHeld: false)):
            return "nobody waits for this lane"
        case .child(let child) where !run.running.contains(.child(child)):
            return "sub-flow '\(machine.children[child].name.text)' does not run"
        case .restored: return comeBack(hearing: heard)
        case .command, .reply, .lane, .child, .timer, .unrecognised, .stale: break
        }
        step(heard)
        return endIncompleteOrders()
    }

    /// Lets the clock go on, with all timers and limits that are due; returns why it cannot, or nil where it did.
    mutating func advance(by milliseconds: Int64) -> String? {
        beginLine()
        let end = now.advanced(byMilliseconds: milliseconds)
        while let (event, moment) = due(until: end) {
            if let reason = tooManySteps { return reason }
            // A timer that was held speaks later than it was due, and the clock never goes back.
            now = max(now, moment)
            step(event)
            if let reason = endIncompleteOrders() { return reason }
        }
        now = end
        return nil
    }

    /// Why nothing more is decided at this line of the scenario; nil while there were not too many steps.
    var tooManySteps: String? {
        moments.count < Self.greatestSteps ? nil : "more than \(Self.greatestSteps) steps are due"
    }

    /// Lets the run decide the event now, and returns the step that this was.
    @discardableResult
    mutating func step(_ event: Event) -> Step {
        sequence += 1
        let step = table.reduce(&run, event, at: now, sequence: sequence)
        let heard = step.stamp == .stale ? machine.staleEvent(of: event.position) : event.position
        moments.append(Moment(event: heard ?? event.position, step: step))
        decided.append((event, now))
        noteIncompleteOrders(of: step)
        return step
    }

    /// The event of the first timer or limit that is due by `end`; nil where none is. At one instant timers go before limits.
    ///
    /// A limit is the moment by which an open effect must have answered; its event is the effect's `otherwise`.
    func due(until end: Instant) -> (event: Event, at: Instant)? {
        let timer = table.nextTimer(of: run)
        let limit = table.nextLimit(of: run)
        if let timer, timer.deadline <= end, limit.map({ timer.deadline <= $0.limit }) ?? true {
            return (Event(machine.timers[timer.timer].event), timer.deadline)
        }
        guard let limit, limit.limit <= end else { return nil }
        return otherwise(of: limit).map { ($0, limit.limit) }
    }

    /// The event that stands in for the effect's answer where none came; nil where the run has ended.
    func otherwise(of open: RunState.OpenEffect) -> Event? {
        guard !table.states[run.state].isFinal else { return nil }
        return machine.effects[open.effect].signature.replies?.otherwise(answering: open.order)
    }

    /// The newest open order whose effect has this reply; nil where none is open.
    private func openOrder(answeredBy event: Int) -> EffectOrder.ID? {
        run.openEffects.last {
            machine.effects[$0.effect].signature.replies?.events.contains(event) ?? false
        }?.order
    }

    // MARK: - Facts

    /// Whether the fact holds: of states and variables as they are now, of events, effects and choices in what the latest event or
    /// `advance` brought about. An event counts that was taken, or that changed the run in place.
    func holds(_ fact: Machine.Requirement.Fact) -> Bool {
        switch fact {
        case .states(let states): states.contains(run.state)
        case .condition(let condition): condition.holds(for: run.values)
        case .event(let event): moments.contains { $0.step.isActedOn && $0.event == event }
        case .effect(let effect):
            ordersOfBeginning.contains(effect) || moments.contains { $0.step.effects.contains { $0.effect == effect } }
        case .choice(let choice):
            moments.contains {
                $0.step.choices.contains { table.choices[$0].name == machine.choices[choice].name.text }
            }
        case .any(let parts): parts.contains { holds($0) }
        case .all(let parts): parts.allSatisfy { holds($0) }
        case .not(let part): !holds(part)
        }
    }
}
