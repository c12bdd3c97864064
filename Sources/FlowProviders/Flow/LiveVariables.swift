import FlowMachine
import KeywayCore

/// In which states the value of a variable may still get into an order, a sub-flow or what a final keeps.
///
/// Elsewhere the value is overwritten first, or nobody reads it any more. What only guards read does not count.
struct LiveVariables {
    /// For each state and final the variables, by their positions.
    private(set) var inStates: [Set<Int>]
    private let machine: Machine

    /// `keepsCount`: whether a parent is told the values that finals keep.
    init(of machine: Machine, countingKeeps keepsCount: Bool) {
        self.machine = machine
        inStates = machine.states.map { $0.isFinal && keepsCount ? Set($0.keeps) : [] }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for state in machine.liveStates.reversed() {
                let scopes = Set(machine.scopes(around: state))
                let live = machine.rows.filter { scopes.contains($0.scope) }
                    .reduce(inStates[state]) { $0.union(liveBefore($1, in: state)) }
                if live != inStates[state] {
                    inStates[state] = live
                    isSettled = false
                }
            }
        }
    }

    /// What is live in the state because the row may decide there.
    private func liveBefore(_ row: Machine.Row, in state: Int) -> Set<Int> {
        switch row.verdict {
        case .ignore, .reject, .late: []
        case .stay: live(before: [row.body], behind: inStates[state])
        case .move(let target): live(before: [row.body], to: target, passing: [])
        }
    }

    /// What is live before a move that carries out these bodies on its way to the target. `passed`: the choices that it has passed through.
    private func live(before bodies: [Body], to target: Machine.Target, passing passed: Set<Int>) -> Set<Int> {
        switch target {
        case .state(let state):
            let enters = machine.states[state].isFinal ? [] : machine.scopes(around: state)
            let entered = enters.compactMap { machine.scopes[$0].enter }.reduce(inStates[state]) { live, body in
                // A move that begins inside the scope does not carry out this body, so the variables that it assigns stay live.
                live.union(body.read).union(body.assignments.compactMap(\.term.variable))
            }
            return live(before: bodies, behind: entered)
        case .choice(let choice):
            guard !passed.contains(choice) else { return [] }
            return machine.choices[choice].branches.reduce(into: []) { live, branch in
                live.formUnion(
                    self.live(before: bodies + [branch.body], to: branch.target, passing: passed.union([choice])))
            }
        }
    }

    /// What is live before the bodies, if `live` is what is live after them. All assignments are made first, body after body, and then the
    /// orders.
    private func live(before bodies: [Body], behind live: Set<Int>) -> Set<Int> {
        let read = bodies.reduce(live) { $0.union($1.read) }
        return bodies.reversed().reduce(read) { live, body in
            let assigned = body.assignments.filter { $0.operation == .set && live.contains($0.variable) }
            return live.subtracting(assigned.map(\.variable)).union(assigned.compactMap(\.term.variable))
        }
    }
}

extension Body {
    /// The variables whose values its orders give to effects and sub-flows.
    fileprivate var read: Set<Int> { Set(orders.flatMap(\.given).compactMap(\.variable)) }
}

extension Body.Order {
    /// What it gives to an effect or a sub-flow.
    var given: [Term] {
        switch content {
        case .perform(_, let terms), .run(_, _, let terms): terms
        case .set, .clear, .take: []
        }
    }
}
