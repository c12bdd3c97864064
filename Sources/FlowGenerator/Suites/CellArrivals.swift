package import FlowMachine
import KeywayCore
import KeywaySuites

/// The arrivals that a cell is tried with: an event with values, and a run with values of its variables.
///
/// Values that guards of the cell's rows and choices read are tried in all combinations. A value that an
/// assignment only copies is varied by itself.
package struct CellArrivals {
    private let machine: Machine
    private let event: Int
    private let constants: Set<Int64>
    /// The variables and the fields of the event on which the guards depend.
    private var variables: Set<Int> = []
    private var fields: Set<String> = []
    /// The variables and the fields of the event that assignments copy into variables, whether guards read them or not.
    private var copiedVariables: Set<Int> = []
    private var copiedFields: Set<String> = []

    /// Finds out which values the guards and assignments of the cell read; none where no row decides the cell.
    ///
    /// - Parameter constants: `Machine.constants`, collected once for all cells.
    package init(of event: Int, in state: Int, of machine: Machine, constants: Set<Int64>) {
        self.machine = machine
        self.event = event
        self.constants = constants
        guard case .rows(let rows, _) = machine.decider(of: event, in: state) else { return }
        for row in rows {
            collect(machine.rows[row].condition)
            if case .move(let target) = machine.rows[row].verdict { collect(target) }
            collect(machine.rows[row].body)
        }
    }

    /// All combinations, with the other variables once at the low ends of their ranges, once at the high.
    ///
    /// A field on which no guard depends has its first value in all of them. Where an assignment copies it, each of its other values comes
    /// as well, while all other such fields have their first. Of variables that are copied each value comes too, one variable at a time.
    package var all: ArrivalList {
        let signature = machine.events[event].signature
        // A field's text repeats "b" and a variable's text "a", so that the assignment of a field's text shows.
        var carried = [signature.fields.map { values(of: $0, letter: "b").first ?? nil }]
        for (place, field) in signature.fields.enumerated() where fields.contains(field.name) {
            carried = carried.flatMap { values in
                self.values(of: field, letter: "b").map { values.replacing(at: place, with: $0) }
            }
        }
        carried += signature.fields.enumerated().flatMap { [combinations = carried] place, field -> [[Value?]] in
            guard copiedFields.contains(field.name), !fields.contains(field.name) else { return [] }
            return self.values(of: field, letter: "b").dropFirst().flatMap { value in
                combinations.map { $0.replacing(at: place, with: value) }
            }
        }
        var asked: [[Int: Value?]] = [[:]]
        for variable in variables.sorted() {
            let values = values(of: machine.variables[variable].field, letter: "a")
            asked = asked.flatMap { given in values.map { given.merging([variable: $0]) { $1 } } }
        }
        // At one end of all ranges a variable often equals what it is copied from, and the copy would not show.
        asked += copiedVariables.subtracting(variables).sorted().flatMap { [combinations = asked] variable in
            values(of: machine.variables[variable].field, letter: "a").flatMap { value in
                combinations.map { $0.merging([variable: value]) { $1 } }
            }
        }
        return ArrivalList(ways: ways, carried: carried, asked: asked)
    }

    /// The event without its fields in each way in which it can come: a callback with every stamp, a reply to each open order and to a
    /// closed one.
    private var ways: [Event] {
        switch machine.events[event].signature.origin {
        case .callback: return [.unknown, .current, .stale].map { Event(event, stamp: $0) }
        case .reply:
            let effects = machine.effects.indices.filter {
                machine.effects[$0].signature.replies?.events.contains(event) ?? false
            }
            return effects.map { Event(event, answers: BusyRun.order(of: $0)) } + [Event(event)]
        default: return [Event(event)]
        }
    }

    private func values(of field: Field, letter: Character) -> [Value?] {
        let extremes = field.extremes(among: machine.enumerations, letter: letter)
        guard case .integer(let bounds) = field.kind else { return extremes }
        let near = constants.union([bounds.lowerBound, bounds.upperBound]).flatMap { [$0 &- 1, $0, $0 &+ 1] }
        return Set(near).filter(bounds.contains).sorted().map { .integer($0) } + (field.isOptional ? [nil] : [])
    }

    // MARK: - What guards and assignments read

    private mutating func collect(_ condition: Machine.Row.Guard) {
        if case .when(let condition) = condition { collect(condition.terms) }
    }

    /// Collects what the assignments read; to be called after the guards of the choices behind the body were collected.
    ///
    /// Where such a guard asks the variable that gets a value, the value counts as one that guards read.
    private mutating func collect(_ body: FlowMachine.Body) {
        for assignment in body.assignments {
            if variables.contains(assignment.variable) { collect([assignment.term]) }
            switch assignment.term.content {
            case .variable(let position): copiedVariables.insert(position)
            case .field(let name): copiedFields.insert(name)
            case .constant, .absent: break
            }
        }
    }

    private mutating func collect(_ target: Machine.Target) {
        guard case .choice(let choice) = target else { return }
        for branch in machine.choices[choice].branches {
            collect(branch.condition)
            collect(branch.target)
            collect(branch.body)
        }
    }

    private mutating func collect(_ terms: [Term]) {
        for term in terms {
            switch term.content {
            case .variable(let position): variables.insert(position)
            case .field(let name): fields.insert(name)
            case .constant, .absent: break
            }
        }
    }
}

extension Condition {
    /// Every value that it reads.
    package var terms: [Term] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.terms)
        case .not(let part): part.terms
        case .comparison(let left, _, let right), .containment(let left, in: let right): [left, right]
        case .membership(let term, _), .present(let term), .flag(let term): [term]
        }
    }
}

extension Machine {
    /// Every integer that a guard of the flow names.
    package var constants: Set<Int64> {
        let guards = rows.map(\.condition) + choices.flatMap { $0.branches.map(\.condition) }
        return guards.reduce(into: []) { numbers, condition in
            guard case .when(let condition) = condition else { return }
            for case .integer(let number) in condition.named { numbers.insert(number) }
        }
    }
}

extension Condition {
    /// Every constant that the condition names.
    fileprivate var named: [Value] {
        switch self {
        case .any(let parts), .all(let parts): parts.flatMap(\.named)
        case .not(let part): part.named
        case .membership(_, of: let values): values
        case .comparison, .containment, .present, .flag:
            terms.compactMap { if case .constant(let value) = $0.content { value } else { nil } }
        }
    }
}

extension Array {
    fileprivate func replacing(at place: Int, with element: Element) -> [Element] {
        var copy = self
        copy[place] = element
        return copy
    }
}
