/// What a step reads besides the run and the table: the event's fields, and the time and sequence of its record.
struct StepInputs {
    let fields: [Value?]
    let now: Instant
    let sequence: UInt64
}

/// The parts of a step, carried out in place: nothing is copied that the step does not change.
///
/// A scope is a state, a group of states or the whole file: what is declared in a scope ends when the run leaves it.
extension Table {
    /// Follows choices to a state, making the assignments of each branch before the next choice is resolved.
    func resolve(_ target: Target, in run: inout RunState, _ step: inout Step, on inputs: borrowing StepInputs)
        -> Int
    {
        var target = target
        // Choices of a checked flow form no cycle; the bound keeps a table that nobody checked from looping.
        for _ in 0...choices.count {
            guard case .choice(let choice) = target else { break }
            guard
                let branch = position(from: choices[choice].entry, values: run.values, fields: inputs.fields),
                branches.indices.contains(branch)
            else { break }
            step.choices.append(choice)
            step.followed.append(branch)
            run.assign(branches[branch].body.assignments, on: inputs)
            target = branches[branch].target
        }
        if case .state(let state) = target { return state }
        return run.state
    }

    /// Ends the timers, sub-flows and lanes of the scopes that are left, and begins the timers of those that are entered.
    func leave(by move: Int, in run: inout RunState, _ step: inout Step, on inputs: borrowing StepInputs) {
        run.endRunning(&step) { moves[move].ends($0) }
        for timer in moves[move].endedTimers { run.endTimer(timer) }
        begin(moves[move].begunTimers, in: &run, at: inputs.now, by: inputs.sequence)
    }

    /// Begins the timers of scopes that are entered.
    func begin(_ timers: [Move.StartedTimer], in run: inout RunState, at now: Instant, by sequence: UInt64) {
        for begun in timers {
            guard case .duration(let duration)? = begun.wait.value(values: run.values, fields: []) else { continue }
            run.arm(begun.timer, for: duration, from: now, by: sequence)
        }
    }

    /// Puts the run into the destination and carries out the `enter` bodies.
    ///
    /// Before these, a final ends all timers, sub-flows and lanes. `move` is nil where the table has none.
    func enter(
        _ destination: Int, by move: Int?, in run: inout RunState, _ step: inout Step,
        on inputs: borrowing StepInputs
    ) {
        run.state = destination
        if states[destination].isFinal {
            run.timers.empty()
            run.endRunning(&step)
        }
        guard let move else { return }
        for body in moves[move].enterBodies { carryOut(body, in: &run, &step, on: inputs) }
    }

    func carryOut(_ body: Body, in run: inout RunState, _ step: inout Step, on inputs: borrowing StepInputs) {
        run.assign(body.assignments, on: inputs)
        carryOut(body.orders, in: &run, &step, on: inputs)
    }

    func carryOut(_ orders: [Order], in run: inout RunState, _ step: inout Step, on inputs: borrowing StepInputs) {
        for order in orders {
            switch order {
            case .set(let timer, let operand):
                guard case .duration(let duration)? = operand.value(values: run.values, fields: inputs.fields)
                else { break }
                run.arm(timer, for: duration, from: inputs.now, by: inputs.sequence)
            case .clear(let timer):
                run.endTimer(timer)
            case .perform(let effect, let operands):
                addOrder(of: effect, operands, in: &run, &step, on: inputs)
            case .take(let lane):
                run.running.append(.lane(lane, isHeld: false))
                step.scopeChanges.append(.asks(lane: lane))
            case .run(let child, let command, let operands):
                let arguments = operands.map { $0.value(values: run.values, fields: inputs.fields) }
                run.running.append(.child(child))
                step.scopeChanges.append(.begins(child: child, command: command, arguments: arguments))
            }
        }
    }

    private func addOrder(
        of effect: Int, _ operands: [Operand], in run: inout RunState, _ step: inout Step,
        on inputs: borrowing StepInputs
    ) {
        if effects[effect].startsAttempt { run.attempt += 1 }
        let id = EffectOrder.ID(sequence: inputs.sequence, index: UInt32(clamping: step.effects.count))
        for operand in operands {
            step.arguments.append(operand.value(values: run.values, fields: inputs.fields))
        }
        step.effects.append(
            OrderedEffect(id: id, effect: effect, attempt: run.attempt, argumentsEnd: step.arguments.count))
        guard let within = effects[effect].replies?.within else { return }
        run.open(effect, as: id, until: inputs.now.advanced(byMilliseconds: within))
    }

    /// The position, among the table's moves, of the move between two states; nil where no row leads from the one to the other.
    func move(from state: Int, to destination: Int) -> Int? { moveIndex[state * states.count + destination] }
}
