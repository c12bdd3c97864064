import FlowMachine
import KeywayCore

/// What the rows of a cell do, in the order in which a run does it.
///
/// The order is: guards, assignments, choices, what ends with the scopes that are left, timers of the scopes that are
/// entered, orders, `enter` bodies. A move to a final leaves and enters no scope: after the orders it ends all timers,
/// sub-flows and lanes.
///
/// From these instructions the generator writes the readable switch. They are read from the machine's scopes and rows and not from the
/// flow's `Table`, by which runs are decided: so a test that compares the switch with the table compares two readings of the spec.
struct StepReader {
    let machine: Machine
    let state: Int

    /// What the rows of a cell, by their positions, do.
    func instructions(of rows: [Int]) -> [Instruction] {
        let rows = rows.map { machine.rows[$0] }
        guard CellWays(of: rows, in: machine).areFew else { return declaring(rows) }
        return alternatives(rows.map { ($0.condition, instructions(of: $0)) })
    }

    /// The instructions that ask the conditions one after the other.
    ///
    /// Rule 6 of `Specs/README.md` wants guards to be disjoint and complete: of those that decide one event together exactly one holds. So
    /// their order is free. The alternative of `otherwise` is taken last. Without an `otherwise` the last alternative needs no question: it
    /// holds where no other does.
    private func alternatives(_ all: [(condition: Machine.Row.Guard, instructions: [Instruction])]) -> [Instruction] {
        let unasked = all.firstIndex { $0.condition.isUnconditional } ?? all.count - 1
        guard all.indices.contains(unasked) else { return [] }
        let asked = all.enumerated().compactMap { place, alternative -> Instruction.Alternative? in
            guard place != unasked, case .when(let condition) = alternative.condition else { return nil }
            return Instruction.Alternative(condition: condition, instructions: alternative.instructions)
        }
        return asked.isEmpty ? all[unasked].instructions : [.alternatives(asked, otherwise: all[unasked].instructions)]
    }

    /// What one row does where its guard holds.
    private func instructions(of row: Machine.Row) -> [Instruction] {
        if case .move(let target) = row.verdict { return move(to: target, by: [row.body]) }
        let verdict = Verdict(of: row.verdict).map { [Instruction.decide($0)] } ?? []
        return assignments(of: row.body) + orders(of: row.body) + verdict
    }

    /// What is done on the way to the target and behind it. `bodies` are those of the row and of the branches so far: the assignments of
    /// the last are made now, the orders of all where the way arrives.
    private func move(to target: Machine.Target, by bodies: [FlowMachine.Body]) -> [Instruction] {
        let assigned = bodies.last.map(assignments) ?? []
        switch target {
        case .choice(let position):
            let branches = machine.choices[position].branches
            return assigned + alternatives(branches.map { ($0.condition, move(to: $0.target, by: bodies + [$0.body])) })
        case .state(let destination): return assigned + arrival(in: destination, bodies.flatMap(orders))
        }
    }

    /// What is done where a move arrives, behind the assignments, with the orders of the bodies on its way.
    private func arrival(in destination: Int, _ orders: [Instruction]) -> [Instruction] {
        let isFinal = machine.states[destination].isFinal
        let way = isFinal ? [] : scopeInstructions(to: destination)
        let entered = machine.scopesEntered(from: state, to: destination).compactMap { machine.scopes[$0].enter }
        return way + orders + entered.flatMap { assignments(of: $0) + self.orders(of: $0) }
            + (isFinal ? [.endEverything] : []) + [.decide(.move(to: destination))]
    }

    // MARK: - Many ways

    /// The instructions of rows from which many ways lead through choices: each choice is declared once, with what it does.
    private func declaring(_ rows: [Machine.Row]) -> [Instruction] {
        let choices: Set<Int> = rows.reduce(into: []) { choices, row in
            if case .move(let target) = row.verdict { choices.formUnion(machine.choices(behind: target)) }
        }
        let declared = choices.sorted().map { choice in
            let branches = machine.choices[choice].branches.map {
                ($0.condition, follow($0.target, by: $0.body, from: [.orderFromBefore]))
            }
            return Instruction.declare(choice: choice, alternatives(branches))
        }
        let first = rows.map { row in
            guard case .move(let target) = row.verdict else { return (row.condition, instructions(of: row)) }
            return (row.condition, follow(target, by: row.body, from: []))
        }
        return declared + alternatives(first)
    }

    /// Carries out the assignments and goes on to the target, with the orders from before and those of the body.
    private func follow(
        _ target: Machine.Target, by body: FlowMachine.Body, from before: [Instruction]
    ) -> [Instruction] {
        let orders = before + orders(of: body)
        switch target {
        case .choice(let choice): return assignments(of: body) + [.follow(choice: choice, orders: orders)]
        case .state(let destination): return assignments(of: body) + arrival(in: destination, orders)
        }
    }

    // MARK: - Scopes

    /// Ends what runs in scopes that are left, and starts the timers of those that are entered.
    private func scopeInstructions(to destination: Int) -> [Instruction] {
        let left = machine.scopesLeft(from: state, to: destination)
        let ended = machine.timers.indices.filter { left.contains(machine.timers[$0].scope) }
        let children = machine.children.indices.filter { left.contains(machine.children[$0].scope) }
        let lanes = machine.lanes.indices.filter { left.contains(machine.lanes[$0].scope) }
        let started = machine.scopesEntered(from: state, to: destination).flatMap { scope in
            machine.timers.indices.compactMap { position -> Instruction? in
                let timer = machine.timers[position]
                guard timer.scope == scope, let wait = timer.wait else { return nil }
                return .start(timer: position, wait)
            }
        }
        return (ended.isEmpty ? [] : [.end(timers: ended)]) + children.map { .leave(child: $0) }
            + lanes.map { .free(lane: $0) } + started
    }

    // MARK: - Bodies

    private func assignments(of body: FlowMachine.Body) -> [Instruction] {
        body.assignments.isEmpty ? [] : [.assign(body.assignments)]
    }

    private func orders(of body: FlowMachine.Body) -> [Instruction] { body.orders.map { .order($0.content) } }
}

extension Verdict {
    /// The verdict of a row that does not move the run; nil for one that does: `move(to:by:)` finds the state to which it leads.
    init?(of verdict: Machine.Row.Verdict) {
        switch verdict {
        case .move: return nil
        case .stay: self = .stay
        case .ignore: self = .ignore
        case .reject: self = .reject
        case .late: self = .late
        }
    }
}

extension Machine.Row.Guard {
    /// Whether nothing is asked: the row or branch has no guard, or `otherwise`.
    fileprivate var isUnconditional: Bool { if case .when = self { false } else { true } }
}
