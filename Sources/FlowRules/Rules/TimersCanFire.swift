import FlowLanguage
import FlowMachine
import KeywayCore

/// A timer that is set, by an order if it has a name, or as an `after` on entering its scope, can fire before something else surely ends it
/// (rules 14 to 17).
///
/// The file's `within` is not judged: it may be longer than everything else, because its final is entered at the greatest number of records
/// as well.
/// Timers that nothing sets are named by `EverythingIsUsed`, and rows for timers that never run by `CellsCanHappen`.
struct TimersCanFire: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let deadlines = Dictionary(
            grouping: machine.timers.indices.filter { machine.timers[$0].wait != nil }, by: { machine.timers[$0].scope }
        )
        let ofOrders = machine.ordersWithFields.compactMap { order, fields -> Diagnostic? in
            guard case .set(let timer, let term) = order.content,
                let least = machine.durations(of: term, fields: fields)?.lowerBound
            else { return nil }
            return problem(of: timer, setAt: order.range, for: least, among: deadlines, in: machine)
        }
        let ofScopes = machine.timers.indices.compactMap { timer -> Diagnostic? in
            guard !machine.timers[timer].isSession, let wait = machine.timers[timer].wait else { return nil }
            return problem(
                of: timer, setAt: machine.timers[timer].range, for: machine.durations(of: wait).lowerBound,
                among: deadlines, in: machine)
        }
        return ofOrders + ofScopes
    }

    /// The report on a timer that never fires because an unnamed timer surely ends it before; nil where none does.
    ///
    /// - Parameters:
    ///   - timer: its position.
    ///   - range: where the spec sets the timer.
    ///   - least: the shortest time, in milliseconds, for which the timer is set there.
    ///   - deadlines: the positions of each scope's unnamed timers.
    ///   - machine: the flow.
    private func problem(
        of timer: Int, setAt range: SourceRange, for least: Int64, among deadlines: [Int: [Int]], in machine: Machine
    ) -> Diagnostic? {
        let around = machine.scopes(from: machine.timers[timer].scope)
        let beside = around.flatMap { deadlines[$0] ?? [] }.sorted()
        guard let deadline = beside.first(where: { ends(timer, within: least, deadline: $0, of: machine) })
        else { return nil }
        let (name, first) = (machine.timers[timer].name, machine.timers[deadline])
        return .error(
            at: range,
            "timer '\(name)' can never fire: '\(first.name)' runs already, ends no later and leaves the scope of '\(name)'",
            code: .timerNeverFires, notes: [.init("it is ended by this", at: first.range)])
    }

    /// Whether a deadline, an `after` or `within` of the timer's scope or of one around it, surely leaves that scope before the timer
    /// fires.
    ///
    /// Such a deadline was set when its scope was entered, so no later than `timer`, and runs at most `least`
    /// milliseconds, the shortest time for which `timer` is set. Where both are due at one instant, the one that was set first fires first:
    /// of two that one step sets on entering scopes, that of the outer scope, and of one scope the one that stands first in the file.
    ///
    /// It leaves its own scope, which is the timer's or around it. One that stays in its scope runs once and not again, so `timer` may be
    /// set when it has fired already.
    private func ends(_ timer: Int, within least: Int64, deadline: Int, of machine: Machine) -> Bool {
        let (own, other) = (machine.timers[timer], machine.timers[deadline])
        guard let wait = other.wait, deadline != timer else { return false }
        let isSetFirst = own.wait == nil || other.scope != own.scope || deadline < timer
        let longest = machine.durations(of: wait).upperBound
        guard isSetFirst ? longest <= least : longest < least else { return false }
        let destinations = machine.rows(in: other.scope, for: other.event).flatMap { row -> [Int] in
            guard !machine.rows[row].isFaulty, case .move(let target) = machine.rows[row].verdict else { return [] }
            return machine.destinations(of: target)
        }
        return !destinations.isEmpty && destinations.allSatisfy { machine.isLeft(other.scope, for: $0) }
    }
}

extension Machine {
    /// Whether a move from within the scope to a state or final leaves the scope: a group around the state is not left, and a state is left
    /// also for itself.
    fileprivate func isLeft(_ scope: Int, for state: Int) -> Bool {
        states[state].isFinal || !scopes(around: state).dropFirst().contains(scope)
    }
}
