import FlowLanguage
import FlowMachine
import KeywayCore

/// Each event, effect, timer, lane, sub-flow, choice, variable and parameter of a flow is used; a warning names what is not.
///
/// Types that nothing uses are named when names are resolved.
struct EverythingIsUsed: Rule {
    /// Names that the spec reads elsewhere than in guards and orders: in requirements, roles and scenarios, and where it
    /// begins sub-flows, whose flows may not be known.
    var namesReadElsewhere: Set<String> = []

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        uselessEvents(of: machine) + unorderedEffects(of: machine) + unsetTimers(of: machine) + unbegun(of: machine)
            + unenteredChoices(of: machine) + unreadVariables(of: machine)
    }

    /// Warns of each event that no row names or that no decoder row makes; an event that is both gets one warning.
    private func uselessEvents(of machine: Machine) -> [Diagnostic] {
        let named = Set(machine.rows.map(\.event))
        let made = machine.decodedEvents
        return machine.events.indices.compactMap { position in
            let event = machine.events[position]
            let isNamed =
                !machine.needsCell(position) || named.contains(position)
                || !machine.liveStates.allSatisfy { state in
                    if case .other = machine.decider(of: position, in: state) { true } else { false }
                }
            let isMade = machine.sources.isEmpty || event.signature.origin != .callback || made.contains(position)
            switch (isNamed, isMade) {
            case (true, true): return nil
            case (false, true):
                return warning("no row names '\(event.name)'; only 'other' decides it", at: event.range)
            case (true, false): return warning("no decoder row makes '\(event.name)'", at: event.range)
            case (false, false):
                return warning("no decoder row makes '\(event.name)', and no row names it", at: event.range)
            }
        }
    }

    private func unenteredChoices(of machine: Machine) -> [Diagnostic] {
        let targets = machine.rows.compactMap { row in if case .move(let target) = row.verdict { target } else { nil } }
        let entered = Set(targets + machine.choices.flatMap { $0.branches.map(\.target) })
        return machine.choices.indices.filter { !entered.contains(.choice($0)) }.map {
            warning("nothing leads to choice '\(machine.choices[$0].name.text)'", at: machine.choices[$0].range)
        }
    }

    private func unorderedEffects(of machine: Machine) -> [Diagnostic] {
        var ordered: Set<Int> = []
        for order in machine.bodies.flatMap(\.orders) {
            if case .perform(let effect, _) = order.content { ordered.insert(effect) }
        }
        return machine.effects.indices.filter { !ordered.contains($0) }.map {
            warning("nothing does the effect '\(machine.effects[$0].name)'", at: machine.effects[$0].range)
        }
    }

    /// Warns of each timer with a name that no order sets; an `after` needs no order.
    private func unsetTimers(of machine: Machine) -> [Diagnostic] {
        var set: Set<Int> = []
        for order in machine.bodies.flatMap(\.orders) {
            if case .set(let timer, _) = order.content { set.insert(timer) }
        }
        return machine.timers.indices.filter { machine.timers[$0].wait == nil && !set.contains($0) }.map {
            warning("timer '\(machine.timers[$0].name)' is never set", at: machine.timers[$0].range)
        }
    }

    /// Warns of lanes that nothing takes and of sub-flows that nothing runs.
    private func unbegun(of machine: Machine) -> [Diagnostic] {
        var taken: Set<Int> = []
        var run: Set<Int> = []
        for order in machine.bodies.flatMap(\.orders) {
            switch order.content {
            case .take(let lane): taken.insert(lane)
            case .run(let child, _, _): run.insert(child)
            case .set, .clear, .perform: break
            }
        }
        let lanes = machine.lanes.indices.filter { !taken.contains($0) }.map {
            warning("lane '\(machine.lanes[$0].name.text)' is never taken", at: machine.lanes[$0].name.range)
        }
        // Where the flow of a sub-flow (`child`) is unknown, the machine has no orders that begin it.
        let children = machine.children.indices.filter { !run.contains($0) && machine.children[$0].flow != nil }.map {
            warning("child '\(machine.children[$0].name.text)' is never run", at: machine.children[$0].name.range)
        }
        return lanes + children
    }

    private func unreadVariables(of machine: Machine) -> [Diagnostic] {
        let read = machine.readVariables
        return machine.variables.indices.filter {
            !read.contains($0) && !namesReadElsewhere.contains(machine.variables[$0].field.name)
        }.map {
            let (variable, kind) = (machine.variables[$0], machine.variables[$0].isParameter ? "parameter" : "variable")
            return warning("\(kind) '\(variable.field.name)' is never read", at: variable.range)
        }
    }

    private func warning(_ message: String, at range: SourceRange) -> Diagnostic {
        .warning(at: range, message, code: .neverUsed)
    }
}

extension Machine {
    /// All guards, of rows and choices.
    var conditions: [Condition] {
        (rows.map(\.condition) + choices.flatMap { $0.branches.map(\.condition) }).compactMap {
            if case .when(let condition) = $0 { condition } else { nil }
        }
    }

    /// The callbacks that some decoder row makes; empty where the flow declares no source, and then any may come.
    var decodedEvents: Set<Int> { Set(sources.flatMap { $0.source.rows.map(\.event) }) }

    /// The variables that a guard, an order, an assignment, another variable's first value, a sub-flow's parameter, a timer or a final
    /// reads.
    var readVariables: Set<Int> {
        var read = Set(states.flatMap(\.keeps) + variables.compactMap(\.initialParameter))
        for case .parameter(let position)? in timers.map(\.wait) { read.insert(position) }
        for parameter in children.flatMap(\.parameters) {
            if let position = parameter.term.variable { read.insert(position) }
        }
        for slot in SlotUses(conditions.map { Clause($0, fields: []) }).slots {
            if case .variable(let position) = slot { read.insert(position) }
        }
        func note(_ term: Term) { if let position = term.variable { read.insert(position) } }
        for body in bodies {
            for assignment in body.assignments { note(assignment.term) }
            for order in body.orders {
                switch order.content {
                case .set(_, let term): note(term)
                case .clear, .take: break
                case .perform(_, let terms), .run(_, _, let terms): terms.forEach(note)
                }
            }
        }
        return read
    }
}
