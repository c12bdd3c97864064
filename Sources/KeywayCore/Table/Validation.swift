extension Table {
    /// Checks that every stored position is in range, except those in operands, which are checked where they are read.
    func validate() throws(Table.FormatError) {
        try check(initialValues.count == variables.count, .firstValues)
        try check(parameters.allSatisfy(isSound), .parameter)
        try check(states.contains { !$0.isFinal }, .states)
        try check(cells.count == states.count * events.count, .cells)
        try check(moveIndex.count == states.count * states.count, .moves)
        try check(
            (variables + events.flatMap(\.fields) + effects.flatMap(\.fields)).allSatisfy(isSound), .kind)
        try check(states.allSatisfy { $0.holds.allSatisfy(timers.indices.contains) }, .heldTimer)
        try check(events.allSatisfy { isSound($0.origin) }, .origin)
        try check(
            events.allSatisfy {
                $0.origin != .restored || $0.fields.count < 2 && $0.fields.allSatisfy { $0.kind == .bool }
            },
            .fieldsOfRestored)
        try check(timers.allSatisfy { events.indices.contains($0.event) }, .timerEvent)
        try check(sessionTimer.map(timers.indices.contains) ?? true, .sessionTimer)
        try check(effects.allSatisfy { $0.replies.map(isSound) ?? true }, .replies)
        try check(
            sources.allSatisfy { $0.rows.allSatisfy { events.indices.contains($0.event) } }, .decoderRowEvent)
        try check(
            cells.allSatisfy { $0.map { isSound($0, before: questions.count, leadingTo: rows.count) } ?? true },
            .cell)
        try check(moveIndex.allSatisfy { $0.map(moves.indices.contains) ?? true }, .move)
        try check(rows.allSatisfy { isSound($0.body) && isSound($0.verdict) }, .row)
        try check(branches.allSatisfy { isSound($0.body) && isSound($0.target) }, .branch)
        try check(
            choices.allSatisfy { isSound($0.entry, before: questions.count, leadingTo: branches.count) }, .choice)
        try check((moves + [initialMove]).allSatisfy(isSound), .contentOfMove)
        try check(lanes.allSatisfy { events.indices.contains($0.event) }, .laneEvent)
        try check(children.allSatisfy(isSound), .subFlow)
        for child in children { try child.table.validate() }
        for (position, question) in questions.enumerated() {
            // A question leads only to earlier ones, so no chain of them is a circle. Whether a chain ends at a row or
            // at a branch is not known here; the reducer checks the range again.
            let greatest = max(rows.count, branches.count)
            try check(
                isSound(question.ifTrue, before: position, leadingTo: greatest)
                    && isSound(question.ifFalse, before: position, leadingTo: greatest), .question)
        }
    }

    private func check(_ isSound: Bool, _ part: FormatError.Part) throws(Table.FormatError) {
        if !isSound { throw .inconsistent(part) }
    }

    private func isSound(_ field: Field) -> Bool {
        switch field.kind {
        case .enumCase(let position), .set(let position): enumerations.indices.contains(position)
        case .bool, .integer, .duration, .text: true
        }
    }

    /// Whether the wait of a scope's timer is a constant duration or a parameter: these two have their value when a run begins.
    private func isSound(_ wait: Operand) -> Bool {
        switch wait {
        case .constant(.duration): true
        case .variable(let position): parameters.contains { $0.variable == position }
        case .constant, .field, .absent: false
        }
    }

    private func isSound(_ parameter: ParameterSignature) -> Bool {
        ([parameter.variable] + parameter.initialises).allSatisfy(variables.indices.contains)
    }

    private func isSound(_ origin: EventSignature.Origin) -> Bool {
        switch origin {
        case .timer(let timer): timers.indices.contains(timer)
        case .stale(let event): events.indices.contains(event)
        case .lane(let lane): lanes.indices.contains(lane)
        case .child(let child): children.indices.contains(child)
        case .command, .callback, .reply, .unrecognised, .restored: true
        }
    }

    private func isSound(_ replies: EffectSignature.Replies) -> Bool {
        replies.events.allSatisfy(events.indices.contains) && events.indices.contains(replies.otherwise)
            && replies.otherwiseFields.count == events[replies.otherwise].fields.count
    }

    private func isSound(_ next: Question.Next, before limit: Int, leadingTo count: Int) -> Bool {
        switch next {
        case .question(let position): (0..<limit).contains(position)
        case .row(let position): (0..<count).contains(position)
        }
    }

    private func isSound(_ verdict: Row.Verdict) -> Bool {
        if case .move(let target) = verdict { isSound(target) } else { true }
    }

    private func isSound(_ target: Target) -> Bool {
        switch target {
        case .state(let state): states.indices.contains(state)
        case .choice(let choice): choices.indices.contains(choice)
        }
    }

    private func isSound(_ body: Body) -> Bool {
        body.assignments.allSatisfy { variables.indices.contains($0.variable) }
            && body.orders.allSatisfy { order in
                switch order {
                case .set(let timer, _), .clear(let timer): timers.indices.contains(timer)
                case .perform(let effect, let operands):
                    effects.indices.contains(effect) && operands.count == effects[effect].fields.count
                case .take(let lane): lanes.indices.contains(lane)
                case .run(let child, let command, let operands):
                    children.indices.contains(child)
                        && children[child].table.hasCommand(command, taking: operands.count)
                }
            }
    }

    private func hasCommand(_ event: Int, taking count: Int) -> Bool {
        events.indices.contains(event) && events[event].origin == .command && events[event].fields.count == count
    }

    private func isSound(_ child: ChildSignature) -> Bool {
        child.table.events.indices.contains(child.cancel) && child.table.events[child.cancel].origin == .command
            && child.parameters.allSatisfy { chosen in
                child.table.parameters.contains { $0.variable == chosen.variable }
            }
            && child.endings.allSatisfy {
                child.table.states.indices.contains($0.final) && child.table.states[$0.final].isFinal
                    && events.indices.contains($0.event) && isSound($0, of: child.table)
            }
    }

    /// Whether each field of the event gets a variable of the sub-flow, of the same kind and of no stricter classification.
    private func isSound(_ ending: ChildSignature.Ending, of child: Table) -> Bool {
        let fields = events[ending.event].fields
        return fields.count == ending.keeps.count
            && zip(fields, ending.keeps).allSatisfy { field, variable in
                child.variables.indices.contains(variable)
                    && isAlike(field.kind, child.variables[variable].kind, of: child)
                    && child.variables[variable].classification <= field.classification
                    && (field.isOptional || !child.variables[variable].isOptional)
            }
    }

    /// Whether a value of the other table's kind is a value of this table's kind as well.
    ///
    /// An enum may have different positions in the two tables, but has the same cases in both, in one order.
    private func isAlike(_ kind: Kind, _ other: Kind, of table: Table) -> Bool {
        switch (kind, other) {
        case (.enumCase(let own), .enumCase(let theirs)), (.set(let own), .set(let theirs)):
            enumerations.indices.contains(own) && table.enumerations.indices.contains(theirs)
                && enumerations[own].cases.map(\.name) == table.enumerations[theirs].cases.map(\.name)
        default: kind == other
        }
    }

    private func isSound(_ move: Move) -> Bool {
        move.endedTimers.allSatisfy(timers.indices.contains)
            && move.begunTimers.allSatisfy { timers.indices.contains($0.timer) && isSound($0.wait) }
            && move.enterBodies.allSatisfy(isSound) && move.leftChildren.allSatisfy(children.indices.contains)
            && move.freedLanes.allSatisfy(lanes.indices.contains)
    }
}
