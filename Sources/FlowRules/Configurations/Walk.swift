import FlowLanguage
import FlowMachine
import Keyway

/// One step on a configuration, in the order of rule 8, with what it touched and what it used without proof.
///
/// It says what the reference interpreter says, which a test compares, and knows in addition where each value stood.
struct Walk {
    let flow: PreparedFlow
    var state: Int
    /// Of all variables; of those that make no difference 0 where they are present on every way, and nil elsewhere.
    var values: [Scalar]
    var armed: Bits
    var open: Bits
    var touched: Touched
    var faults: [Fault] = []
    /// Whether a value left its range, so that nothing may be built on the result.
    var leftRange = false
    private var fields: [Scalar] = []

    init(_ flow: PreparedFlow, state: Int, values: [Scalar], armed: Bits, open: Bits) {
        self.flow = flow
        self.state = state
        self.values = values
        self.armed = armed
        self.open = open
        touched = Touched(
            timers: Bits(count: flow.machine.timers.count), effects: Bits(count: flow.machine.effects.count))
    }

    /// Enters the file, the groups around the initial state, and the state.
    mutating func begin() {
        let scopes = flow.scopesAround[state]
        startTimers(of: scopes.reversed())
        runEnters(of: scopes.reversed())
    }

    /// The timer that fired ends.
    mutating func fire(_ timer: Int) {
        armed.remove(timer)
        touched.timers.insert(timer)
    }

    /// The effect that answered is open no longer.
    mutating func answer(_ effect: Int) {
        open.remove(effect)
        touched.effects.insert(effect)
    }

    /// Carries out the row that these fields choose; says nothing of a group in which no guard holds.
    mutating func take(_ group: PreparedFlow.RowGroup, event: Int, fields: [Scalar]) {
        self.fields = fields
        guard let row = chosen(group.rows.map(\.clause)).map({ group.rows[$0] }) else { return }
        switch row.verdict {
        case .ignore, .reject, .late: break
        case .stay:
            assign(row.body)
            carryOut(row.body)
        case .move(let target): move(to: target, by: row.body, event)
        }
    }

    private func chosen(_ clauses: [Clause?]) -> Int? {
        let readings = Readings(variables: values, fields: fields)
        return clauses.firstIndex { $0?.holds(for: readings) ?? false } ?? clauses.firstIndex { $0 == nil }
    }

    private mutating func move(to target: Machine.Target, by body: PreparedBody, _ event: Int) {
        assign(body)
        var bodies = [body]
        var target = target
        while case .choice(let choice) = target, bodies.count <= flow.machine.choices.count + 1 {
            guard let branches = flow.branches[.init(choice: choice, event: event)],
                let branch = chosen(branches.map(\.clause)).map({ branches[$0] })
            else { return }
            assign(branch.body)
            bodies.append(branch.body)
            target = branch.target
        }
        guard case .state(let destination) = target else { return }
        let entered = leave(for: destination)
        startTimers(of: entered)
        for body in bodies { carryOut(body) }
        fields = []
        if flow.machine.states[destination].isFinal { armed.removeAll() } else { runEnters(of: entered) }
    }

    /// Ends what lives in the scopes that are left; returns those that are entered, outermost first.
    private mutating func leave(for destination: Int) -> [Int] {
        let old = flow.scopesAround[state]
        let isFinal = flow.machine.states[destination].isFinal
        let new = isFinal ? [0] : flow.scopesAround[destination]
        // The state itself is always left, also for itself.
        let stays = old.dropFirst().filter { new.contains($0) }
        for scope in old where !stays.contains(scope) {
            for timer in flow.timersOfScope[scope] where armed.contains(timer) {
                armed.remove(timer)
                touched.timers.insert(timer)
            }
        }
        state = destination
        return isFinal ? [] : new.filter { !stays.contains($0) }.reversed()
    }

    private mutating func startTimers(of scopes: [Int]) {
        for scope in scopes {
            for timer in flow.timersOfScope[scope] where flow.machine.timers[timer].duration != nil {
                armed.insert(timer)
                touched.timers.insert(timer)
            }
        }
    }

    private mutating func runEnters(of scopes: [Int]) {
        for scope in scopes {
            guard let body = flow.enters[scope] else { continue }
            assign(body)
            carryOut(body)
        }
    }
}

// MARK: - Bodies

extension Walk {
    /// All values are read before any is written.
    private mutating func assign(_ body: PreparedBody) {
        guard !body.assignments.isEmpty else { return }
        let before = Readings(variables: values, fields: fields)
        for assignment in body.assignments {
            values[assignment.variable] = result(of: assignment, before)
        }
    }

    private mutating func result(of assignment: PreparedBody.Assignment, _ before: Readings) -> Scalar {
        let variable = assignment.variable
        let operand = before[assignment.slot]
        var result = operand
        if assignment.operation != .set {
            guard let old = before.variables[variable], let step = operand else {
                fault(.absentCount(variable: variable), at: assignment.range)
                return before.variables[variable]
            }
            let (sum, overflow) =
                assignment.operation == .add
                ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
            result = overflow ? .max : sum
        }
        guard let value = result else {
            guard assignment.isRequired else { return nil }
            fault(.absentAssignment(variable: variable), at: assignment.range)
            // One report is enough: from here on it counts as present.
            return flow.machine.variables[variable].initial?.scalar ?? 0
        }
        if let bounds = assignment.bounds, !bounds.contains(value) {
            fault(.assignmentOutside(variable: variable), at: assignment.range)
            leftRange = true
        }
        return value
    }

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
                check(arguments, of: effect, readings)
                guard answers else { break }
                open.insert(effect)
                touched.effects.insert(effect)
            }
        }
    }

    private mutating func check(_ arguments: [PreparedBody.Argument], of effect: Int, _ readings: Readings) {
        for (field, argument) in arguments.enumerated() {
            switch readings[argument.slot] {
            case nil:
                if argument.isRequired { fault(.absentArgument(effect: effect, field: field), at: argument.range) }
            case let value?:
                if let bounds = argument.bounds, !bounds.contains(value) {
                    fault(.argumentOutside(effect: effect, field: field), at: argument.range)
                }
            }
        }
    }

    private mutating func fault(_ kind: Fault.Kind, at range: SourceRange) {
        faults.append(Fault(kind: kind, lower: range.lower, upper: range.upper))
    }
}
