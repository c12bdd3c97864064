import FlowMachine
import KeywayCore

/// The variables that a configuration has to keep, because they make a difference to what can happen or to what is proven.
///
/// Guards read them, or variables that are set from them; `+=` or `-=` changes or reads them; or they go to a place of a narrower range,
/// which they may leave.
struct TrackedVariables {
    /// The variables whose value makes a difference.
    private(set) var byValue: Set<Int> = []
    /// The variables of which it makes a difference whether they are present; some are in `byValue` as well.
    private(set) var byPresence: Set<Int> = []

    /// The variables of both sets, in the order of the flow's variables.
    var all: [Int] { byValue.union(byPresence).sorted() }

    /// The parameters whose value makes a difference: by itself, or as the first value of a variable that does.
    func parameters(of machine: Machine) -> Set<Int> {
        let initialising = byValue.compactMap { machine.variables[$0].initialParameter }
        return byValue.filter { machine.variables[$0].isParameter }.union(initialising)
    }

    init(of machine: Machine) {
        self.init(guardingStepsOf: machine)
        readForRanges(of: machine)
        followAssignments(of: machine)
    }

    /// Only the variables that guards read, and those that such variables are set from: they decide which row or branch is taken.
    init(guardingStepsOf machine: Machine) {
        readByGuards(of: machine)
        followAssignments(of: machine)
    }

    /// Adds the variables that guards read.
    private mutating func readByGuards(of machine: Machine) {
        let uses = SlotUses(machine.conditions.map { Clause($0, fields: []) })
        for slot in uses.slots {
            guard case .variable(let variable) = slot else { continue }
            if uses.uses[slot]?.valueIsRead ?? false { byValue.insert(variable) } else { byPresence.insert(variable) }
        }
    }

    /// Adds what `+=` and `-=` read, and what goes to a place with a narrower range: the values decide whether a range
    /// is left.
    private mutating func readForRanges(of machine: Machine) {
        for body in machine.bodies {
            for assignment in body.assignments {
                let place = machine.variables[assignment.variable].field.kind
                if assignment.operation != .set {
                    byValue.insert(assignment.variable)
                    note(assignment.term)
                } else if machine.mayLeave(place, assignment.term) {
                    note(assignment.term)
                }
            }
            for order in body.orders {
                guard let (fields, terms) = machine.parameters(of: order) else { continue }
                for (field, term) in zip(fields, terms) where machine.mayLeave(field.kind, term) { note(term) }
            }
        }
    }

    private mutating func note(_ term: Term) {
        if let variable = term.variable { byValue.insert(variable) }
    }

    /// Adds what is assigned to a variable that makes a difference, until nothing is new.
    private mutating func followAssignments(of machine: Machine) {
        let assignments = machine.bodies.flatMap(\.assignments)
        var size = -1
        while size != byValue.count + byPresence.count {
            size = byValue.count + byPresence.count
            for assignment in assignments {
                guard let source = assignment.term.variable else { continue }
                if byValue.contains(assignment.variable) { byValue.insert(source) }
                if byPresence.contains(assignment.variable) { byPresence.insert(source) }
            }
        }
    }
}

extension Machine {
    /// Whether an int of the term's variable may lie outside the place that it goes to.
    func mayLeave(_ place: Kind, _ term: Term) -> Bool {
        guard let variable = term.variable else { return false }
        return variables[variable].field.kind.mayLeave(place)
    }
}

extension Kind {
    /// Whether an int of this kind may lie outside the other.
    func mayLeave(_ place: Kind) -> Bool {
        guard case .integer(let inner) = self, case .integer(let outer) = place else { return false }
        return !outer.contains(inner.lowerBound) || !outer.contains(inner.upperBound)
    }
}
