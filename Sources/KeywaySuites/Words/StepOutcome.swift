package import KeywayCore

/// A step, and the run before and after it.
///
/// The generator puts into words what the interpreter of the spec makes of an event, and writes these words into the suite. The suite puts
/// into words what the table makes of the event, and compares. Both texts are made from a value of this type.
struct StepOutcome {
    var before: RunState
    var step: Step
    var after: RunState
    /// The stamp with which the event is to be decided: the one with which it came; for a reply, whether its order was open.
    var stamp: Stamp
}

extension TableWords {
    /// What a step made of the busy run (`BusyRun`): `taken -> checking; token = "b"; do checkToken("b")`.
    ///
    /// Every cell is tried on the busy run, in which all that can be going on is going on. An arrival is one way in which the event
    /// comes: with these fields, to a run whose variables have these values.
    package func meaning(of arrival: CellArrival, in state: Int, _ step: Step, leadingTo after: RunState) -> String {
        let outcome = arrival.outcome(step, leadingTo: after, in: state, of: table)
        return self.outcome(outcome, now: BusyRun.now, sequence: BusyRun.sequence)
    }

    /// The words for a step: disposition, state, changed variables, attempts, orders, closed or opened effects, sub-flows and lanes,
    /// timers.
    func outcome(_ outcome: StepOutcome, now: Instant, sequence: UInt64) -> String {
        let (before, step, after) = (outcome.before, outcome.step, outcome.after)
        var parts = [verdict(outcome)]
        let changed = table.variables.indices.filter {
            before.values.indices.contains($0) && after.values.indices.contains($0)
                && before.values[$0] != after.values[$0]
        }
        if !changed.isEmpty { parts.append(assignments(changed.map { (table.variables[$0], after.values[$0]) })) }
        if after.attempt != before.attempt { parts.append("attempt \(after.attempt - before.attempt)") }
        for (index, order) in step.orders.enumerated() {
            let isExpected = order.id == EffectOrder.ID(sequence: sequence, index: UInt32(clamping: index))
            parts.append(
                "do \(self.order(order, after, now))" + (isExpected ? "" : " as \(order.id.sequence).\(order.id.index)")
            )
        }
        let closed = before.openEffects.filter { open in !after.openEffects.contains { $0.effect == open.effect } }
        if !closed.isEmpty { parts.append("close " + closed.map { effect($0.effect) }.joined(separator: ", ")) }
        let opened = after.openEffects.filter { open in
            !before.openEffects.contains(open) && !step.orders.contains { $0.id == open.order }
        }
        // Only a faulty table leaves open what the step did not order, or moves the limit of what was open before.
        if !opened.isEmpty { parts.append("leave open " + opened.map { effect($0.effect) }.joined(separator: ", ")) }
        parts += step.scopeChanges.map(change)
        if after.running != step.running(after: before) {
            parts.append("running \(after.running.map(running).joined(separator: ", "))")
        }
        parts += timers(before, after, now)
        return parts.joined(separator: "; ")
    }

    private func verdict(_ outcome: StepOutcome) -> String {
        let step = outcome.step
        var text = step.disposition.description
        if step.disposition == .taken || outcome.after.state != outcome.before.state {
            text += " -> \(state(outcome.after.state))"
        }
        let choices = step.choices.map { table.choices[$0].name }
        if !choices.isEmpty { text += " through \(choices.joined(separator: ", "))" }
        // Only a faulty table takes the event for one of another attempt or order than it is.
        if step.stamp != outcome.stamp { text += " as \(step.stamp)" }
        // Whether the run changed is told only where the disposition says otherwise.
        switch (step.disposition, step.changesRun) {
        case (.taken, false), (.stayed, false): text += ", no change"
        case (.ignored, true), (.rejected, true), (.late, true), (.stale, true), (.unrecognised, true):
            text += ", change"
        default: break
        }
        return text
    }

    /// What the step does with a sub-flow or a lane: `run silent.start(requestId: "b")`, `leave silent`, `take queue`, `free queue`.
    private func change(_ change: ScopeChange) -> String {
        switch change {
        case .begins(let child, let command, let arguments):
            guard table.children.indices.contains(child) else { return "run sub-flow \(child)" }
            let signature = table.children[child]
            guard signature.table.events.indices.contains(command) else {
                return "run \(signature.name).command \(command)"
            }
            let event = signature.table.events[command]
            let words = TableWords(of: signature.table)
            return "run \(signature.name).\(words.call(event.name, event.fields, arguments))"
        case .leaves(let child): return "leave \(running(.child(child)))"
        case .asks(let lane): return "take \(running(.lane(lane, isHeld: false)))"
        case .frees(let lane): return "free \(running(.lane(lane, isHeld: false)))"
        }
    }

    private func running(_ running: Running) -> String {
        switch running {
        case .child(let position):
            table.children.indices.contains(position) ? table.children[position].name : "sub-flow \(position)"
        case .lane(let position, let isHeld):
            (table.lanes.indices.contains(position) ? table.lanes[position].name : "lane \(position)")
                + (isHeld ? " held" : "")
        }
    }

    private func effect(_ position: Int) -> String {
        table.effects.indices.contains(position) ? table.effects[position].name : "effect \(position)"
    }

    private func order(_ order: EffectOrder, _ after: RunState, _ now: Instant) -> String {
        guard table.effects.indices.contains(order.effect) else { return effect(order.effect) }
        var text = call(table.effects[order.effect].name, table.effects[order.effect].fields, order.arguments)
        if let open = after.openEffects.first(where: { $0.order == order.id }) {
            text += " within \(SpelledDuration(milliseconds: open.limit.milliseconds - now.milliseconds))"
        }
        return order.attempt == after.attempt ? text : text + " in attempt \(order.attempt)"
    }

    private func timers(_ before: RunState, _ after: RunState, _ now: Instant) -> [String] {
        var parts: [String] = []
        for armed in after.timers where !before.timers.contains(armed) {
            parts.append(
                "set \(timers[armed.timer]) \(SpelledDuration(milliseconds: armed.deadline.milliseconds - now.milliseconds))"
            )
        }
        let ended = before.timers.filter { old in !after.timers.contains { $0.timer == old.timer } }
        if !ended.isEmpty, after.timers.isEmpty {
            parts.append("end every timer")
        } else if !ended.isEmpty {
            parts.append("end \(ended.map { timers[$0.timer] }.joined(separator: ", "))")
        }
        return parts
    }

    /// The timers that fire in the state, without those that the state holds back; here the last of the table is due first.
    package func firingOrder(in state: Int) -> String {
        var run = BusyRun.run(in: state, [], of: table)
        // Deadlines go against the table's order, so that the names would stand in another order if timers fired by their places.
        for place in run.timers.indices { run.timers[place].deadline.milliseconds = -Int64(place) }
        var names: [String] = []
        while let next = table.nextTimer(of: run) {
            names.append(timers[next.timer])
            run.timers.removeAll { $0 == next }
        }
        return names.joined(separator: ", ")
    }
}

extension Step {
    /// The sub-flows and lanes that must run behind the step, by its scope changes: what a step begins, leaves, asks for or frees.
    fileprivate func running(after before: RunState) -> [Running] {
        scopeChanges.reduce(into: before.running) { running, change in
            switch change {
            case .begins(let child, _, _): running.append(.child(child))
            case .asks(let lane): running.append(.lane(lane, isHeld: false))
            case .leaves(let child): running.removeAll { $0 == .child(child) }
            case .frees(let lane):
                running.removeAll { if case .lane(lane, isHeld: _) = $0 { true } else { false } }
            }
        }
    }
}
