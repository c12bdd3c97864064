import KeywayCore

/// One step as it is carried out: guard, assignments, choices, leave, enter timers, orders, `enter` bodies.
struct Performance {
    let machine: Machine
    var run: RunState
    let fields: [String: Value]
    let now: Instant
    let sequence: UInt64
    var orders: [EffectOrder] = []
    var branches: [Interpretation.Branch] = []
    var scopeChanges: [ScopeChange] = []

    private var scene: Scene { Scene(values: run.values, fields: fields) }

    mutating func move(to target: Machine.Target, by body: Body) {
        assign(body)
        var bodies = [body]
        var target = target
        while case .choice(let choice) = target, branches.count <= machine.choices.count {
            guard let position = scene.branch(of: machine.choices[choice]) else { return }
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
            run.timers = []
            end(run.running)
        }
        runBodies(of: entered)
    }

    /// Enters scopes from outside, outermost first.
    mutating func enter(_ scopes: [Int]) {
        startTimers(of: scopes)
        runBodies(of: scopes)
    }

    /// Leaves the state and every scope around it that does not hold the destination; returns what is entered, outermost first.
    private mutating func leave(for destination: Int) -> [Int] {
        let inside = machine.scopes(around: run.state)
        let outside = machine.scopes(around: destination)
        let common = Set(inside.dropFirst()).intersection(
            machine.states[destination].isFinal ? [0] : outside.dropFirst())
        // The state itself is always left, also for itself.
        let left = Set(inside).subtracting(common)
        run.timers.removeAll { left.contains(machine.timers[$0.timer].scope) }
        run.state = destination
        if machine.states[destination].isFinal { return [] }
        end(run.running.filter { left.contains(scope(of: $0)) })
        return outside.filter { !common.contains($0) }.reversed()
    }

    private func scope(of running: Running) -> Int {
        switch running {
        case .child(let child): machine.children[child].scope
        case .lane(let lane, _): machine.lanes[lane].scope
        }
    }

    /// What is left says so, in the order in which it began.
    private mutating func end(_ ended: [Running]) {
        run.running = run.running.filter { !ended.contains($0) }
        scopeChanges += ended.map {
            switch $0 {
            case .child(let child): .leaves(child: child)
            case .lane(let lane, _): .frees(lane: lane)
            }
        }
    }

    private mutating func startTimers(of scopes: [Int]) {
        for scope in scopes {
            for (position, timer) in machine.timers.enumerated() where timer.scope == scope {
                if let duration = timer.duration { set(position, for: duration) }
            }
        }
    }

    private mutating func runBodies(of scopes: [Int]) {
        for scope in scopes {
            guard let body = machine.scopes[scope].enter else { continue }
            assign(body)
            order(body)
        }
    }

    /// All values are read before any is written.
    mutating func assign(_ body: Body) {
        let before = scene
        for assignment in body.assignments {
            let value = before.value(of: assignment.term)
            switch assignment.operation {
            case .set: run.values[assignment.variable] = value
            case .add, .subtract:
                guard case .integer(let old)? = before.values[assignment.variable], case .integer(let step)? = value
                else { continue }
                let sum =
                    assignment.operation == .add
                    ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
                run.values[assignment.variable] = .integer(sum.partialValue)
            }
        }
    }

    mutating func order(_ body: Body) {
        for order in body.orders {
            switch order.content {
            case .set(let timer, let term):
                if case .duration(let duration)? = scene.value(of: term) { set(timer, for: duration) }
            case .clear(let timer):
                run.timers.removeAll { $0.timer == timer }
            case .perform(let effect, let terms):
                perform(effect, with: terms.map { scene.value(of: $0) })
            case .take(let lane):
                run.running.append(.lane(lane, isHeld: false))
                scopeChanges.append(.asks(lane: lane))
            case .run(let child, let command, let terms):
                run.running.append(.child(child))
                let arguments = terms.map { scene.value(of: $0) }
                scopeChanges.append(.begins(child: child, command: command, arguments: arguments))
            }
        }
    }

    private mutating func set(_ timer: Int, for duration: Int64) {
        run.timers.removeAll { $0.timer == timer }
        run.timers.append(
            .init(timer: timer, deadline: now.advanced(byMilliseconds: duration), setBy: sequence))
    }

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
