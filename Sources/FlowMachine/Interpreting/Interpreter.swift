import FlowLanguage
package import KeywayCore

/// The reference implementation of the language: decides events straight from the machine's scopes and rows.
///
/// It neither uses the table nor shares code for deciding with the table's builder: tests compare its steps with the table's on
/// every cell.
package struct Interpreter: Sendable {
    /// The flow; never changed, so one interpreter serves any number of runs.
    package let machine: Machine

    /// An interpreter of the machine, which may have undecided cells: an event that comes to such a cell moves nothing.
    package init(_ machine: Machine) {
        self.machine = machine
    }

    /// Begins a run: enters the file's scope, the groups around the initial state, and the state. The result also says which sub-flows the
    /// `enter` bodies have begun, and which lanes they have asked for.
    ///
    /// - Parameters:
    ///   - now: the moment from which the timers of the entered scopes run.
    ///   - sequence: the sequence of the beginning's record, from which the orders take their identity.
    ///   - parameters: the chosen values, by the parameters' positions among the variables. A parameter that is not
    ///     chosen has the value that the flow gives it.
    package func beginning(at now: Instant, sequence: UInt64 = 0, parameters: [Int: Value] = [:]) -> InitialStep {
        let run = RunState(state: 0, values: machine.firstValues(choosing: parameters))
        guard machine.states.indices.contains(0) else { return InitialStep(run: run, orders: []) }
        var execution = StepExecution(
            machine: machine, run: run, fields: [:], now: now, sequence: sequence)
        execution.enter(machine.scopes(around: 0).reversed())
        return InitialStep(run: execution.run, orders: execution.orders, scopeChanges: execution.scopeChanges)
    }

    /// Decides an event.
    package func step(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        interpret(&run, event, at: now, sequence: sequence).step
    }

    /// Decides an event; the result also names the branches of choices that the step took. The run becomes what it is after the step.
    ///
    /// - Parameter sequence: the sequence of the step's record, from which the orders take their identity.
    package func interpret(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64
    ) -> Interpretation {
        let signature = machine.events[event.position].signature
        let stamp = noteArrival(of: event, signature, in: &run)
        if machine.states[run.state].isFinal {
            return Interpretation(step: unchanged(afterTheEnd: signature.origin, stamp))
        }
        guard let position = stamp == .stale ? machine.staleEvent(of: event.position) : event.position else {
            return Interpretation(step: Step(disposition: .stale, row: nil, stamp: stamp, changesRun: false))
        }
        let readable = ReadableValues(values: run.values, fields: named(event.fields, signature.fields))
        switch machine.decider(of: position, in: run.state) {
        case .nobody:
            let disposition = stamp == .stale ? .stale : Self.dispositionWhereNoRowDecides(signature.origin)
            return Interpretation(step: Step(disposition: disposition, row: nil, stamp: stamp, changesRun: false))
        case .other(let other, _):
            if stamp == .stale {
                return Interpretation(step: Step(disposition: .stale, row: nil, stamp: stamp, changesRun: false))
            }
            let disposition: Disposition =
                switch other.verb {
                case .ignore: .ignored
                case .reject: .rejected
                case .late, .on: .late  // There is no `on other`: the resolver refuses it.
                }
            return Interpretation(step: Step(disposition: disposition, row: nil, stamp: stamp, changesRun: false))
        case .rows(let rows, _):
            guard let row = readable.chosen(among: rows, of: machine) else {
                return Interpretation(
                    step: Step(
                        disposition: Self.dispositionWhereNoRowDecides(signature.origin), row: nil, stamp: stamp,
                        changesRun: false))
            }
            return carryOut(machine.rows[row], position: row, readable, &run, signature, stamp, now, sequence)
        }
    }

    /// Carries out the row that decides, at this position among the rows, and returns the step.
    private func carryOut(
        _ row: Machine.Row, position: Int, _ readable: ReadableValues, _ run: inout RunState,
        _ signature: EventSignature, _ stamp: Stamp, _ now: Instant, _ sequence: UInt64
    ) -> Interpretation {
        var execution = StepExecution(
            machine: machine, run: run, fields: readable.fields, now: now, sequence: sequence)
        var disposition: Disposition
        var changesRun = false
        switch row.verdict {
        case .ignore: disposition = .ignored
        case .reject: disposition = .rejected
        case .late: disposition = .late
        case .stay:
            disposition = .stayed
            changesRun = !row.body.isEmpty
            execution.assign(row.body)
            execution.order(row.body)
        case .move(let target):
            disposition = .taken
            changesRun = true
            execution.move(to: target, by: row.body)
        }
        // A callback that no decoder row matches is reported as unrecognised whatever its row says, unless the row moves the run.
        if signature.origin == .unrecognised, disposition != .taken { disposition = .unrecognised }
        run = execution.run
        let step = Step(
            disposition: disposition, row: position, stamp: stamp, choices: execution.branches.map(\.choice),
            orders: execution.orders, scopeChanges: execution.scopeChanges, changesRun: changesRun)
        return Interpretation(step: step, branches: execution.branches)
    }

    /// Changes in the run what the event's coming itself changes, whatever row decides it, and returns the event's stamp: whether the event
    /// belongs to what runs now (`current`), or to an earlier attempt or a closed order (`stale`); `unknown` where nothing tells.
    ///
    /// A timer that fired, an order that was answered and a sub-flow that reached its final no longer run. A lane that
    /// is granted is held from now on.
    private func noteArrival(of event: Event, _ signature: EventSignature, in run: inout RunState) -> Stamp {
        switch signature.origin {
        case .callback: return event.stamp
        case .timer(let timer):
            run.timers = run.timers.filter { $0.timer != timer }
            return .unknown
        case .reply:
            let open = run.openEffects
            run.openEffects = open.filter { $0.order != event.answers }
            return run.openEffects.count < open.count ? .current : .stale
        case .lane(let lane):
            run.running = run.running.map { $0 == .lane(lane, isHeld: false) ? .lane(lane, isHeld: true) : $0 }
            return .unknown
        case .child(let child):
            run.running = run.running.filter { $0 != .child(child) }
            return .unknown
        case .command, .unrecognised, .stale, .restored: return .unknown
        }
    }

    /// The step of an event that comes to a run in a final: the event moves, assigns and orders nothing.
    private func unchanged(afterTheEnd origin: EventSignature.Origin, _ stamp: Stamp) -> Step {
        let disposition: Disposition =
            origin == .command ? .rejected : origin == .unrecognised ? .unrecognised : .late
        return Step(disposition: disposition, row: nil, stamp: stamp, changesRun: false)
    }

    /// What an event means in a cell that no row decides, or where no guard of its rows holds. No event of a checked flow comes to such
    /// a cell.
    private static func dispositionWhereNoRowDecides(_ origin: EventSignature.Origin) -> Disposition {
        switch origin {
        case .command: .rejected
        case .unrecognised: .unrecognised
        case .timer, .restored: .ignored
        case .callback, .reply, .lane, .child, .stale: .late
        }
    }

    /// The values by the names of their fields; a field without a value is left out.
    private func named(_ values: [Value?], _ fields: [Field]) -> [String: Value] {
        var named: [String: Value] = [:]
        for (field, value) in zip(fields, values) { named[field.name] = value }
        return named
    }
}
