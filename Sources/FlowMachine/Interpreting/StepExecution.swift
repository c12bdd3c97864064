import KeywayCore

/// Carries out one step on a copy of the run, in the order of the language's rule 8, and collects what the step orders.
///
/// Assignments come first, then choices, leaving scopes, timers of entered scopes, orders and `enter` bodies.
struct StepExecution {
    let machine: Machine
    /// The run as the step has left it so far.
    var run: RunState
    /// The values of the event's fields, by name; an absent field is left out.
    let fields: [String: Value]
    /// The moment of the step, from which the timers that it starts run.
    let now: Instant
    /// The sequence of the step's record, from which the orders take their identity.
    let sequence: UInt64
    /// The effects that the step has ordered so far.
    var orders: [EffectOrder] = []
    /// The branches of choices that the step has taken so far.
    var branches: [Interpretation.Branch] = []
    /// What the step has done with sub-flows and lanes so far.
    var scopeChanges: [ScopeChange] = []

    /// What guards and orders read at this point of the step.
    private var readable: ReadableValues { ReadableValues(values: run.values, fields: fields) }

    /// Moves the run to the target, through choices, and carries out the row's body and the bodies of the branches that it takes.
    mutating func move(to target: Machine.Target, by body: Body) {
        assign(body)
        var bodies = [body]
        var target = target
        // A cycle of choices, which only a machine that did not pass the rules can have, would never end. So the loop stops when
        // more branches were taken than there are choices.
        while case .choice(let choice) = target, branches.count <= machine.choices.count {
            guard let position = readable.branch(of: machine.choices[choice]) else { return }
            branches.append(Interpretation.Branch(choice: choice, position: position))
            let branch = machine.choices[choice].branches[position]
            assign(branch.body)
            bodies.append(branch.body)
            target = branch.target
        }
        guard case .state(let destination) = target else { return }
        let entered = leave(for: destination)
        startTimers(of: entered)
        for body in bodies { order(body) }
        if machine.states[destination].isFinal {
            // Only now, so that what the bodies have just begun ends as well.
            run.timers = []
            end(run.running)
        }
        runEnterBodies(of: entered)
    }

    /// Enters these scopes, the outermost first: their unnamed timers (`after`, `within`) begin, and their `enter` bodies run.
    mutating func enter(_ scopes: [Int]) {
        startTimers(of: scopes)
        runEnterBodies(of: scopes)
    }

    /// Leaves the state and every scope around it that does not lie around the destination.
    ///
    /// Returns the scopes that are entered, outermost first.
    private mutating func leave(for destination: Int) -> [Int] {
        // Each list begins with the state's own scope, which is always left and entered, also on a move to the same state.
        let aroundState = machine.scopes(around: run.state)
        let aroundDestination = machine.scopes(around: destination)
        // A final has no scope of its own: it stands in the file, scope 0.
        let remaining = Set(aroundState.dropFirst()).intersection(
            machine.states[destination].isFinal ? [0] : aroundDestination.dropFirst())
        let left = Set(aroundState).subtracting(remaining)
        run.timers.removeAll { left.contains(machine.timers[$0.timer].scope) }
        run.state = destination
        if machine.states[destination].isFinal { return [] }
        end(run.running.filter { left.contains(scope(of: $0)) })
        return aroundDestination.filter { !remaining.contains($0) }.reversed()
    }

    private func scope(of running: Running) -> Int {
        switch running {
        case .child(let child): machine.children[child].scope
        case .lane(let lane, _): machine.lanes[lane].scope
        }
    }

    /// Ends these sub-flows and lanes, and notes the ends in `scopeChanges`, in the order in which they began.
    ///
    /// Whoever drives the run then cancels the sub-flows' legs and frees the lanes.
    private mutating func end(_ ended: [Running]) {
        run.running = run.running.filter { !ended.contains($0) }
        scopeChanges += ended.map {
            switch $0 {
            case .child(let child): .leaves(child: child)
            case .lane(let lane, _): .frees(lane: lane)
            }
        }
    }

    /// Starts the unnamed timers (`after`, `within`) of these scopes. A timer with a name has no `wait`: an order `set` starts it.
    private mutating func startTimers(of scopes: [Int]) {
        for scope in scopes {
            for (position, timer) in machine.timers.enumerated() where timer.scope == scope {
                switch timer.wait {
                case .fixed(let duration)?: set(position, for: duration)
                case .parameter(let parameter)?:
                    if case .duration(let duration)? = run.values[parameter] { set(position, for: duration) }
                case nil: break
                }
            }
        }
    }

    private mutating func runEnterBodies(of scopes: [Int]) {
        for scope in scopes {
            guard let body = machine.scopes[scope].enter else { continue }
            assign(body)
            order(body)
        }
    }

    /// Makes the assignments of a body; all values are read before any is written.
    mutating func assign(_ body: Body) {
        let before = readable
        for assignment in body.assignments {
            let value = before.value(of: assignment.term)
            switch assignment.operation {
            case .set: run.values[assignment.variable] = value
            case .add, .subtract:
                guard case .integer(let old)? = before.values[assignment.variable], case .integer(let step)? = value
                else { continue }
                // In a checked flow every sum stays in its variable's range, so none overflows.
                let sum =
                    assignment.operation == .add
                    ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
                run.values[assignment.variable] = .integer(sum.partialValue)
            }
        }
    }

    /// Carries out the orders of a body, with the values that the variables have at this point of the step.
    mutating func order(_ body: Body) {
        for order in body.orders {
            switch order.content {
            case .set(let timer, let term):
                if case .duration(let duration)? = readable.value(of: term) { set(timer, for: duration) }
            case .clear(let timer):
                run.timers.removeAll { $0.timer == timer }
            case .perform(let effect, let terms):
                perform(effect, with: terms.map { readable.value(of: $0) })
            case .take(let lane):
                run.running.append(.lane(lane, isHeld: false))
                scopeChanges.append(.asks(lane: lane))
            case .run(let child, let command, let terms):
                run.running.append(.child(child))
                let arguments = terms.map { readable.value(of: $0) }
                scopeChanges.append(.begins(child: child, command: command, arguments: arguments))
            }
        }
    }

    /// Starts the timer, or starts it anew, to fire after so many milliseconds.
    private mutating func set(_ timer: Int, for duration: Int64) {
        run.timers.removeAll { $0.timer == timer }
        run.timers.append(
            .init(timer: timer, deadline: now.advanced(byMilliseconds: duration), setBy: sequence))
    }

    /// Orders the effect. An effect with replies is open until it is answered; an earlier order of the same effect is closed.
    private mutating func perform(_ effect: Int, with arguments: [Value?]) {
        let signature = machine.effects[effect].signature
        run.attempt += signature.startsAttempt ? 1 : 0
        let id = EffectOrder.ID(sequence: sequence, index: UInt32(clamping: orders.count))
        orders.append(EffectOrder(id: id, effect: effect, arguments: arguments, attempt: run.attempt))
        if let replies = signature.replies {
            run.openEffects.removeAll { $0.effect == effect }
            run.openEffects.append(
                .init(effect: effect, order: id, limit: now.advanced(byMilliseconds: replies.within)))
        }
    }
}
