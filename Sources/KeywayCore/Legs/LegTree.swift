/// A root run with the legs of its sub-flows, decided together: pure, total and deterministic.
///
/// What an event brings to other legs is *owed*: whoever drives the run lets it be decided at once, each with a record
/// of its own, before anything else comes. A leg's scope is the state or group of its parent that declares the sub-flow.
package struct LegTree: Sendable {
    /// The root first, then the others in the order in which they began.
    package private(set) var legs: [Leg]
    /// What is to be decided, the next first. An entry that would come to nothing never stays first (`dropWhatComesToNothing`).
    private var owed: [Owed] = []

    /// What a step of one leg means for another, with the sequence of that step's record.
    private struct Owed {
        enum Content {
            /// A sub-flow of the leg `of` is to begin, and then to get the command.
            case begin(child: Int, of: Int, command: Int, arguments: [Value?])
            /// The command that a leg begins with.
            case command(Int, arguments: [Value?], to: Int)
            /// The parent left the scope of the leg, which is to get its command `cancel`.
            case cancel(leg: Int)
            /// The leg reached a final, which its parent is to be told.
            case final(leg: Int)
        }

        var content: Content
        var sequence: UInt64

        /// Whether the entry says that a leg is to begin, of this sub-flow of the leg `parent`.
        func begins(_ child: Int, of parent: Int) -> Bool {
            guard case .begin(child, of: parent, command: _, arguments: _) = content else { return false }
            return true
        }
    }

    /// Begins the root run.
    ///
    /// `parameters`: what is chosen for a parameter of the flow, by its position among the variables.
    package static func beginning(
        _ flow: RunningFlow, choosing parameters: [Int: Value] = [:], at now: Instant
    ) -> (tree: LegTree, begun: InitialStep) {
        let begun = flow.table.beginning(at: now, sequence: 0, parameters: parameters)
        var tree = LegTree(legs: [Leg(flow: flow, parent: nil, run: begun.run, isAttached: false)])
        tree.note(begun.scopeChanges, of: 0, sequence: 0)
        return (tree, begun)
    }

    init(legs: [Leg]) {
        self.legs = legs
    }

    /// The leg of the run's own flow, which is there from the beginning.
    package var root: Leg { legs[0] }

    /// What is owed next, before it is decided.
    package struct NextOwed: Hashable, Sendable {
        /// By its position among the legs of the run; a leg that begins has the next position.
        package var leg: Int
        /// The event by its position in the leg's table; nil where the leg begins.
        package var event: Int?
        /// The sequence of the record that brought it.
        package var owedBy: UInt64

        package init(leg: Int, event: Int?, owedBy: UInt64) {
            (self.leg, self.event, self.owedBy) = (leg, event, owedBy)
        }
    }

    /// What `decideOwed` decides next; nil when nothing is owed.
    package var nextOwed: NextOwed? {
        guard let first = owed.first else { return nil }
        if case .begin = first.content { return NextOwed(leg: legs.count, event: nil, owedBy: first.sequence) }
        return event(of: first.content).map {
            NextOwed(leg: $0.leg, event: $0.event.position, owedBy: first.sequence)
        }
    }

    /// Whether nothing is owed.
    package var isSettled: Bool { owed.isEmpty }

    /// The leg that gets its first command next; nil where something else, or nothing, is owed next.
    ///
    /// Before that command the leg hears the callbacks that its sources have retained, which came before it began.
    package var beginningLeg: Int? {
        guard case .command(_, arguments: _, to: let leg)? = owed.first?.content else { return nil }
        return leg
    }

    /// Whether the leg goes on and no parent can end it any more: the root, or a leg that its parent has left and that has had its
    /// `cancel`.
    package func goesOnAlone(_ leg: Int) -> Bool {
        !legs[leg].isEnded && !legs[leg].isAttached
            && !owed.contains { if case .cancel(leg: leg) = $0.content { true } else { false } }
    }

    /// Decides an event of a leg; what the event brings to other legs is owed from then on.
    package mutating func decide(
        _ event: Event, in leg: Int, at now: Instant, sequence: UInt64, owedBy: UInt64? = nil
    ) -> LegStep {
        var step = Step()
        let (wasEnded, endsSomething) = decide(event, in: leg, at: now, sequence: sequence, into: &step)
        return LegStep(
            leg: leg, content: .decided(event, step), wasEnded: wasEnded, endsSomething: endsSomething, owedBy: owedBy)
    }

    /// Decides an event of a leg and writes the step over `step`; returns what a `LegStep` says besides it.
    package mutating func decide(
        _ event: Event, in leg: Int, at now: Instant, sequence: UInt64, into step: inout Step
    ) -> (wasEnded: Bool, endsSomething: Bool) {
        let flow = legs[leg].flow
        let wasEnded = legs[leg].isEnded
        let endsSomething = legs[leg].run.endsSomething(by: event, in: flow.table)
        flow.table.reduce(&legs[leg].run, event, at: now, sequence: sequence, into: &step)
        if !step.scopeChanges.isEmpty { note(step.scopeChanges, of: leg, sequence: sequence) }
        if !wasEnded, legs[leg].isAttached, legs[leg].isEnded {
            owed.append(Owed(content: .final(leg: leg), sequence: sequence))
        }
        dropWhatComesToNothing()
        return (wasEnded, endsSomething)
    }

    /// Decides the next thing that is owed; nil when nothing is.
    package mutating func decideOwed(at now: Instant, sequence: UInt64) -> LegStep? {
        guard !owed.isEmpty else { return nil }
        let next = owed.removeFirst()
        if case .begin(let child, let parent, let command, let arguments) = next.content {
            // What the leg's beginning brings is put in front of the command, and so is decided before it.
            let first = Owed.Content.command(command, arguments: arguments, to: legs.count)
            owed.insert(Owed(content: first, sequence: sequence), at: 0)
            return begin(child, of: parent, at: now, sequence: sequence, owedBy: next.sequence)
        }
        guard let (event, leg) = event(of: next.content) else { return nil }
        if case .final(let ended) = next.content { legs[ended].isAttached = false }
        return decide(event, in: leg, at: now, sequence: sequence, owedBy: next.sequence)
    }

    /// Drops what is owed first, as long as nothing comes of it: the leg that was to get an event has ended, or no parent listens any more.
    ///
    /// So `beginningLeg` finds each leg whose first command is decided next.
    private mutating func dropWhatComesToNothing() {
        while let first = owed.first?.content {
            if case .begin = first { return }
            if event(of: first) != nil { return }
            owed.removeFirst()
        }
    }

    /// The event that is owed, and the leg that gets it; nil where a leg begins, or nothing comes of it.
    private func event(of content: Owed.Content) -> (event: Event, leg: Int)? {
        switch content {
        case .begin: nil
        // The leg may have ended before its first command: by its `cancel`, or by a retained callback.
        case .command(let command, let arguments, let leg):
            legs[leg].isEnded ? nil : (Event(command, fields: arguments), leg)
        case .cancel(let leg): legs[leg].isEnded ? nil : cancel(of: leg).map { ($0, leg) }
        case .final(let leg): ending(of: leg).map { ($0.event, $0.parent) }
        }
    }

    private mutating func begin(
        _ child: Int, of parent: Int, at now: Instant, sequence: UInt64, owedBy: UInt64
    ) -> LegStep {
        let flow = legs[parent].flow.children[child]
        let chosen = legs[parent].table.children[child].chosen(by: legs[parent].run.values)
        let begun = flow.table.beginning(at: now, sequence: sequence, parameters: chosen)
        let leg = legs.count
        legs.append(Leg(flow: flow, parent: .init(leg: parent, child: child), run: begun.run, isAttached: true))
        note(begun.scopeChanges, of: leg, sequence: sequence)
        dropWhatComesToNothing()
        return LegStep(leg: leg, content: .began(begun), wasEnded: false, endsSomething: false, owedBy: owedBy)
    }

    /// Notes what a step brings to sub-flows, in front of everything that was owed before: so a leg whose scope was left is
    /// cancelled before anything else happens.
    private mutating func note(_ changes: [ScopeChange], of leg: Int, sequence: UInt64) {
        var next: [Owed] = []
        for change in changes {
            switch change {
            case .begins(let child, let command, let arguments):
                let begin = Owed.Content.begin(child: child, of: leg, command: command, arguments: arguments)
                next.append(Owed(content: begin, sequence: sequence))
            case .leaves(let child):
                guard let left = attachedLeg(of: child, in: leg) else {
                    // The scope was left before the leg began; a final leaves it in the very step that ordered the beginning.
                    owed.removeAll { $0.begins(child, of: leg) }
                    next.removeAll { $0.begins(child, of: leg) }
                    continue
                }
                legs[left].isAttached = false
                next.append(Owed(content: .cancel(leg: left), sequence: sequence))
            case .asks, .frees: break
            }
        }
        if !next.isEmpty { owed.insert(contentsOf: next, at: 0) }
    }

    private func attachedLeg(of child: Int, in parent: Int) -> Int? {
        legs.lastIndex { $0.isAttached && $0.parent == .init(leg: parent, child: child) }
    }

    private func cancel(of leg: Int) -> Event? {
        guard let parent = legs[leg].parent else { return nil }
        let child = legs[parent.leg].table.children[parent.child]
        return Event(child.cancel, fields: child.table.events[child.cancel].fields.map { _ in nil })
    }

    /// The event that tells the leg's final and what it keeps, with the parent that is told; nil where none listens.
    private func ending(of leg: Int) -> (event: Event, parent: Int)? {
        guard let parent = legs[leg].parent, legs[leg].isAttached else { return nil }
        let endings = legs[parent.leg].table.children[parent.child].endings
        let final = legs[leg].run.state
        guard let ending = endings.first(where: { $0.final == final }) else { return nil }
        // An ended leg changes no more, so its variables still have the values of its end; a withheld value stays
        // withheld.
        let values = legs[leg].run.values
        return (Event(ending.event, fields: ending.keeps.map { values[$0] }), parent.leg)
    }
}

extension RunState {
    /// Whether the event ends a timer, an order, a sub-flow or the wait for a lane, whatever row decides it.
    fileprivate func endsSomething(by event: Event, in table: Table) -> Bool {
        guard table.events.indices.contains(event.position) else { return false }
        switch table.events[event.position].origin {
        case .timer(let timer): return timers.contains { $0.timer == timer }
        case .reply: return openEffects.contains { $0.order == event.answers }
        case .lane(let lane): return running.contains(.lane(lane, isHeld: false))
        case .child(let child): return running.contains(.child(child))
        case .callback, .command, .unrecognised, .stale, .restored: return false
        }
    }
}
