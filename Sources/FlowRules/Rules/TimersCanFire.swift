import FlowLanguage
import FlowMachine
import KeywayCore

/// A named timer that is set can fire before something else surely ends it (rules 14 to 17).
///
/// Timers that nothing sets are named by `EverythingIsUsed`, and rows for timers that never run by `CellsCanHappen`.
struct TimersCanFire: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.ordersWithFields.compactMap { order, fields in
            guard case .set(let timer, let term) = order.content,
                let least = machine.durations(of: term, fields: fields)?.lowerBound,
                let deadline = deadline(ending: timer, within: least, of: machine)
            else { return nil }
            let (name, first) = (machine.timers[timer].name, machine.timers[deadline])
            return .error(
                at: order.range,
                "timer '\(name)' can never fire: '\(first.name)' runs already, ends no later and leaves the scope of '\(name)'",
                code: .timerNeverFires, notes: [.init("it is ended by this", at: first.range)])
        }
    }

    /// The position of an `after` or `within` that surely leaves the timer's scope before the timer fires; nil if none
    /// does.
    ///
    /// The `after` or `within` that is found was set when its scope was entered, so before `timer`, and runs at most `least` milliseconds,
    /// the shortest time for which `timer` is set. Where both are due at one instant, the one that was set first fires first.
    ///
    /// It leaves its own scope, which is the timer's or around it. One that stays in its scope runs once and not again, so `timer` may be
    /// set when it has fired already.
    private func deadline(ending timer: Int, within least: Int64, of machine: Machine) -> Int? {
        let around = machine.scopes(from: machine.timers[timer].scope)
        return machine.timers.indices.first { position in
            let other = machine.timers[position]
            guard let wait = other.wait, machine.durations(of: wait).upperBound <= least, around.contains(other.scope)
            else {
                return false
            }
            let destinations = machine.rows(in: other.scope, for: other.event).flatMap { row -> [Int] in
                guard !machine.rows[row].isFaulty, case .move(let target) = machine.rows[row].verdict else { return [] }
                return machine.destinations(of: target)
            }
            return !destinations.isEmpty && destinations.allSatisfy { machine.isLeft(other.scope, for: $0) }
        }
    }
}

extension Machine {
    /// Whether a move from within the scope to a state or final leaves the scope: a group around the state is not left, and a state is left
    /// also for itself.
    fileprivate func isLeft(_ scope: Int, for state: Int) -> Bool {
        states[state].isFinal || !scopes(around: state).dropFirst().contains(scope)
    }
}
