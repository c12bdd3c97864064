/// Carries out one step on a run, in the order that the language gives.
struct Stepper {
    let table: Table
    var run: RunState
    let fields: [Value?]
    let now: Instant
    let sequence: UInt64
    var orders: [EffectOrder] = []
    var choices: [Int] = []

    /// All assignments read the values before any of them.
    mutating func assign(_ assignments: [Assignment]) {
        guard !assignments.isEmpty else { return }
        let before = run.values
        for assignment in assignments where run.values.indices.contains(assignment.variable) {
            let value = assignment.operand.value(values: before, fields: fields)
            switch (assignment.operation, before[assignment.variable], value) {
            case (.set, _, _): run.values[assignment.variable] = value
            // The range was proven where the flow was checked; wrapping keeps a table of any origin from trapping.
            case (.add, .integer(let old)?, .integer(let step)?):
                run.values[assignment.variable] = .integer(old &+ step)
            case (.subtract, .integer(let old)?, .integer(let step)?):
                run.values[assignment.variable] = .integer(old &- step)
            case (.add, _, _), (.subtract, _, _): break
            }
        }
    }

    /// Follows choices to a state, making the assignments of each branch before the next choice is resolved.
    mutating func resolve(_ target: Target) -> (state: Int, bodies: [Body]) {
        var target = target
        var bodies: [Body] = []
        // Choices form no cycle; the bound keeps a table of any origin from looping.
        for _ in 0...table.choices.count {
            guard case .choice(let choice) = target else { break }
            guard let position = table.position(from: table.choices[choice].entry, values: run.values, fields: fields),
                table.branches.indices.contains(position)
            else { break }
            choices.append(choice)
            let branch = table.branches[position]
            assign(branch.body.assignments)
            bodies.append(branch.body)
            target = branch.target
        }
        guard case .state(let state) = target else { return (run.state, bodies) }
        return (state, bodies)
    }

    /// Ends what lives in the scopes that are left, and begins the timers of those that are entered.
    mutating func leave(for destination: Int) {
        guard let move = move(to: destination) else { return }
        run.timers.removeAll { move.ended.contains($0.timer) }
        begin(move.begun)
    }

    /// Arrives: runs the `enter` bodies, and ends every timer where the run has ended.
    mutating func enter(_ destination: Int) {
        let entered = move(to: destination)?.entered ?? []
        run.state = destination
        if table.states[destination].isFinal { run.timers.removeAll() }
        carryOut(entered)
    }

    /// Enters the initial state.
    mutating func enter(by move: Move) {
        begin(move.begun)
        carryOut(move.entered)
    }

    mutating func carryOut(_ orders: [Order]) {
        for order in orders {
            switch order {
            case .set(let timer, let operand):
                guard case .duration(let duration)? = operand.value(values: run.values, fields: fields) else { break }
                arm(timer, for: duration)
            case .clear(let timer):
                run.timers.removeAll { $0.timer == timer }
            case .perform(let effect, let operands):
                perform(effect, operands)
            }
        }
    }

    private mutating func carryOut(_ bodies: [Body]) {
        for body in bodies {
            assign(body.assignments)
            carryOut(body.orders)
        }
    }

    private mutating func begin(_ timers: [Move.Begun]) {
        for begun in timers { arm(begun.timer, for: begun.duration) }
    }

    private mutating func arm(_ timer: Int, for duration: Int64) {
        run.timers.removeAll { $0.timer == timer }
        run.timers.append(.init(timer: timer, deadline: now.advanced(byMilliseconds: duration)))
    }

    private mutating func perform(_ effect: Int, _ operands: [Operand]) {
        let signature = table.effects[effect]
        if signature.startsAttempt { run.attempt += 1 }
        let id = OrderID(sequence: sequence, index: UInt32(clamping: orders.count))
        orders.append(
            EffectOrder(
                id: id, effect: effect, arguments: operands.map { $0.value(values: run.values, fields: fields) },
                attempt: run.attempt))
        guard let replies = signature.replies else { return }
        // Ordering it again closes the earlier order.
        run.openEffects.removeAll { $0.effect == effect }
        run.openEffects.append(
            .init(effect: effect, order: id, limit: now.advanced(byMilliseconds: replies.within)))
    }

    private func move(to destination: Int) -> Move? {
        table.moveIndex[run.state * table.states.count + destination].map { table.moves[$0] }
    }
}
