import FlowLanguage
import FlowMachine
import KeywayCore

/// One step of a run from one configuration to the next, part by part, with what it touched and the values that may be absent or out of
/// range.
///
/// Its parts come in the order of rule 8: guard, assignments, choices, leaving scopes, starting timers, orders, `enter` bodies. A test
/// compares the result of a walk with the reference interpreter's.
///
/// The two are apart for speed, and for what a walk finds. `check` walks in each build of an app: a flow of 1,000 states is checked and
/// written as Swift in 0.11 s. The interpreter, written to be compared with the language's rules, looks from scope to scope for the row
/// and by name for each field, and makes orders and deadlines, which no configuration has. And a walk goes on where a value is absent or
/// leaves its range, and knows where in the spec each value stands, so that a fault can name the place.
struct ConfigurationWalk {
    let flow: PreparedFlow
    /// The state or final that the run is in, by its position.
    var state: Int
    /// The values of all variables.
    ///
    /// A variable whose value makes no difference is 0 where it is present on every way to the configuration, else nil.
    var values: [Scalar]
    /// The timers that run.
    var armed: Bits
    /// The effects that have not answered yet.
    var open: Bits
    /// Sub-flows that run, and lanes that are asked for or held, by their `RunningNumbers`.
    var running: Bits
    /// Open effects whose handlers died with their process and that are not performed again: they get their `otherwise` next.
    var interrupted: Bits
    /// What the step has started, stopped or answered so far.
    var touched: Touched
    /// What is wrong with the step so far: values that may be absent or out of range, things begun twice, and orders that would wait for
    /// their own run.
    var faults: [Fault] = []
    /// Whether a value left its range, so that nothing may be built on the result.
    var leftRange = false
    /// Whether the event has changed nothing, so that the walk ends in the configuration where it began.
    private(set) var isUntouched = true
    /// Whether the row moved the run, also where it moved to the state in which the run was.
    private(set) var hasMoved = false
    /// The values of the event that is taken; empty for `enter` bodies, which read none.
    private var fields: [Scalar] = []

    init(_ flow: PreparedFlow, state: Int, values: [Scalar], armed: Bits, open: Bits, running: Bits? = nil) {
        self.flow = flow
        self.state = state
        self.values = values
        self.armed = armed
        self.open = open
        self.running = running ?? Bits(count: flow.numbers.count)
        interrupted = Bits(count: flow.machine.effects.count)
        touched = Touched(
            timers: Bits(count: flow.machine.timers.count), effects: Bits(count: flow.machine.effects.count),
            running: Bits(count: flow.numbers.count))
    }

    /// Enters the file, the groups around the initial state, and the state.
    mutating func begin() {
        let scopes = flow.scopesAround[state][...]
        startTimers(of: scopes)
        runEnters(of: scopes)
    }

    /// Notes that the timer fired and so runs no longer.
    mutating func fire(_ timer: Int) {
        isUntouched = false
        armed.remove(timer)
        touched.timers.insert(timer)
    }

    /// Notes that the effect answered and so is open no longer.
    mutating func answer(_ effect: Int) {
        isUntouched = false
        open.remove(effect)
        touched.effects.insert(effect)
    }

    /// Notes that the sub-flow reached a final and so runs no longer.
    mutating func end(_ child: Int) {
        isUntouched = false
        stop(flow.numbers.child(child))
    }

    /// Notes that the lane, which was asked for, is held now.
    mutating func grant(_ lane: Int) {
        isUntouched = false
        stop(flow.numbers.asked(lane))
        start(flow.numbers.held(lane))
    }

    private mutating func start(_ number: Int) {
        running.insert(number)
        touched.running.insert(number)
    }

    private mutating func stop(_ number: Int) {
        guard running.contains(number) else { return }
        running.remove(number)
        touched.running.insert(number)
    }

    /// Carries out the row of the group whose guard holds for these fields; does nothing where none holds.
    mutating func take(_ group: PreparedFlow.RowGroup, event: Int, fields: [Scalar]) {
        self.fields = fields
        guard let place = chosen(among: group.rows, by: \.clause) else { return }
        let row = group.rows[place]
        switch row.verdict {
        case .ignore, .reject, .late: break
        case .stay:
            isUntouched = false
            assign(row.body)
            carryOut(row.body)
        case .move(let target):
            isUntouched = false
            hasMoved = true
            move(to: target, by: row.body, event)
        }
    }

    /// The position of the alternative whose guard holds, else of the `otherwise`, whose clause is nil; nil if there is
    /// none.
    private func chosen<Alternative>(among alternatives: [Alternative], by clause: (Alternative) -> Clause?) -> Int? {
        if alternatives.count == 1, case .always? = clause(alternatives[0]) { return 0 }
        let readings = Readings(variables: values, fields: fields)
        var otherwise: Int?
        for place in alternatives.indices {
            guard let clause = clause(alternatives[place]) else {
                otherwise = otherwise ?? place
                continue
            }
            if clause.holds(for: readings) { return place }
        }
        return otherwise
    }

    /// Moves the run by a row with this body: assigns, goes through choices, leaves and enters scopes, and carries out orders.
    ///
    /// Where no branch of a choice holds, which is an error that other rules report, the run has only assigned and stays.
    private mutating func move(to target: Machine.Target, by body: PreparedBody, _ event: Int) {
        assign(body)
        var bodiesOfChoices: [PreparedBody] = []
        var target = target
        while case .choice(let choice) = target, bodiesOfChoices.count <= flow.machine.choices.count {
            guard let branches = flow.branches[.init(choice: choice, event: event)],
                let place = chosen(among: branches, by: \.clause)
            else { return }
            assign(branches[place].body)
            bodiesOfChoices.append(branches[place].body)
            target = branches[place].target
        }
        guard case .state(let destination) = target else { return }
        let entered = leave(for: destination)
        startTimers(of: entered)
        carryOut(body)
        for body in bodiesOfChoices { carryOut(body) }
        fields = []
        if flow.machine.states[destination].isFinal {
            armed.removeAll()
            running.removeAll()
        } else {
            runEnters(of: entered)
        }
    }

    /// Ends what lives in the scopes that are left; returns those that are entered, innermost first.
    private mutating func leave(for destination: Int) -> ArraySlice<Int> {
        let (old, new) = (flow.scopesAround[state], flow.scopesAround[destination])
        let isFinal = flow.machine.states[destination].isFinal
        // Both paths end with the file, which always stays. The state itself is always left, also by a move to itself.
        var shared = 1
        while !isFinal, shared < min(old.count, new.count) - 1,
            old[old.count - 1 - shared] == new[new.count - 1 - shared]
        {
            shared += 1
        }
        for scope in old.dropLast(shared) {
            for timer in flow.timersOfScope[scope] where armed.contains(timer) {
                armed.remove(timer)
                touched.timers.insert(timer)
            }
            for number in flow.runningOfScope[scope] { stop(number) }
        }
        state = destination
        return isFinal ? [] : new.dropLast(shared)
    }

    /// Starts the unnamed timers of the scopes, outermost scope first; the outermost stands last in the slice.
    private mutating func startTimers(of scopes: ArraySlice<Int>) {
        for scope in scopes.reversed() {
            for timer in flow.timersOfScope[scope] where flow.machine.timers[timer].wait != nil {
                armed.insert(timer)
                touched.timers.insert(timer)
            }
        }
    }

    private mutating func runEnters(of scopes: ArraySlice<Int>) {
        for scope in scopes.reversed() {
            guard let body = flow.enters[scope] else { continue }
            assign(body)
            carryOut(body)
        }
    }
}

// MARK: - Bodies

extension ConfigurationWalk {
    /// Makes the body's assignments; all values are read before any is written.
    private mutating func assign(_ body: PreparedBody) {
        guard !body.assignments.isEmpty else { return }
        let before = Readings(variables: values, fields: fields)
        for assignment in body.assignments {
            values[assignment.variable] = result(of: assignment, before)
        }
    }

    /// The variable's value after the assignment; `before` are the values before the whole body.
    private mutating func result(of assignment: PreparedBody.Assignment, _ before: Readings) -> Scalar {
        let variable = assignment.variable
        let operand = before[assignment.slot]
        var result = operand
        var overflows = false
        if assignment.operation != .set {
            guard let old = before.variables[variable], let step = operand else {
                fault(.absentCount(variable: variable), at: assignment.range)
                return before.variables[variable]
            }
            (result, overflows) =
                assignment.operation == .add
                ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
        }
        guard let value = result else {
            guard assignment.isRequired else { return nil }
            fault(.absentAssignment(variable: variable), at: assignment.range)
            // One report is enough: from here on the variable counts as present.
            return flow.machine.variables[variable].initial?.scalar ?? 0
        }
        if let bounds = assignment.bounds, overflows || !bounds.contains(value) {
            fault(.assignmentOutside(variable: variable), at: assignment.range)
            leftRange = true
        }
        return value
    }

    /// Carries out the body's orders; notes a fault for each that lacks a value, begins something twice or waits for itself.
    private mutating func carryOut(_ body: PreparedBody) {
        guard !body.orders.isEmpty else { return }
        let readings = Readings(variables: values, fields: fields)
        for order in body.orders {
            switch order {
            case .set(let timer, let slot, let range):
                if readings[slot] == nil { fault(.absentDuration(timer: timer), at: range) }
                armed.insert(timer)
                touched.timers.insert(timer)
            case .clear(let timer):
                armed.remove(timer)
                touched.timers.insert(timer)
            case .perform(let effect, let answers, let arguments):
                check(arguments, of: .effect(effect), readings)
                guard answers else { break }
                open.insert(effect)
                touched.effects.insert(effect)
            case .checkNoOwnPlace(let lane, let effect, let range):
                if stands(inAnyOf: flow.lanesBesideLane[lane]) { fault(.laneNeeded(effect: effect), at: range) }
                for child in runningChildren(besideLane: lane) {
                    fault(.laneNeededBesideChild(effect: effect, child: child), at: range)
                }
            case .take(let lane, let range):
                if stands(inAnyOf: flow.lanesBesideLane[lane]) { fault(.laneTakenTwice(lane: lane), at: range) }
                for child in runningChildren(besideLane: lane) { fault(.laneOfChild(child: child), at: range) }
                start(flow.numbers.asked(lane))
            case .run(let child, let command, let arguments, let range):
                check(arguments, of: .command(command, child: child), readings)
                if running.contains(flow.numbers.child(child)) { fault(.childRunsAlready(child: child), at: range) }
                if stands(inAnyOf: flow.lanesOfChild[child]) { fault(.laneOfChild(child: child), at: range) }
                start(flow.numbers.child(child))
            }
        }
    }

    /// Whether the run has asked for a lane, or holds one, that has one of these `RunningNumbers`.
    private func stands(inAnyOf numbers: [Int]) -> Bool {
        numbers.contains { running.contains($0) }
    }

    /// The sub-flows that run and whose flows have a lane of the same provider.
    private func runningChildren(besideLane lane: Int) -> [Int] {
        flow.childrenBesideLane[lane].filter { running.contains(flow.numbers.child($0)) }
    }

    /// Notes a fault for each argument that is required and absent, or out of its range.
    private mutating func check(_ arguments: [PreparedBody.Argument], of callee: Fault.Callee, _ readings: Readings) {
        for (field, argument) in arguments.enumerated() {
            switch readings[argument.slot] {
            case nil:
                if argument.isRequired { fault(.absentArgument(of: callee, field: field), at: argument.range) }
            case let value?:
                if let bounds = argument.bounds, !bounds.contains(value) {
                    fault(.argumentOutside(of: callee, field: field), at: argument.range)
                }
            }
        }
    }

    private mutating func fault(_ kind: Fault.Kind, at range: SourceRange) {
        faults.append(Fault(kind: kind, lower: range.lower, upper: range.upper))
    }
}
