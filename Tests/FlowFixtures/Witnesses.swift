import FlowGenerator
import FlowMachine
public import Keyway

/// The values that the guards of a cell, and of the choices behind it, can tell apart: all combinations of them.
public struct Witnesses {
    /// What can come to a cell: values of the variables, and the event's fields.
    public struct Witness: Sendable {
        public var values: [Value?]
        public var fields: [Value?]
    }

    private let machine: Machine
    private let event: Machine.Event
    /// Every integer that a guard of the flow names.
    private let constants: Set<Int64>
    private var variables: Set<Int> = []
    private var fields: Set<String> = []

    init(of event: Int, in state: Int, of machine: Machine, constants: Set<Int64>) {
        self.machine = machine
        self.event = machine.events[event]
        self.constants = constants
        guard case .rows(let rows, _) = machine.decider(of: event, in: state) else { return }
        for row in rows {
            collect(machine.rows[row].condition)
            collect(machine.rows[row].body)
            if case .move(let target) = machine.rows[row].verdict { collect(target) }
        }
    }

    /// All combinations, with the values that no guard reads at one end of their range and at the other.
    public var all: [Witness] {
        // What a field brings differs from what the variable holds, so that every assignment shows.
        let fields = event.signature.fields.map { values(of: $0, letter: "b").first ?? nil }
        var witnesses = [
            Witness(values: machine.variables.map { values(of: $0.field).first ?? nil }, fields: fields),
            Witness(values: machine.variables.map { values(of: $0.field).last ?? nil }, fields: fields),
        ]
        for variable in variables.sorted() {
            let values = values(of: machine.variables[variable].field)
            witnesses = witnesses.flatMap { witness in
                values.map { value in
                    var other = witness
                    other.values[variable] = value
                    return other
                }
            }
        }
        for (place, field) in event.signature.fields.enumerated() where self.fields.contains(field.name) {
            let values = values(of: field, letter: "b")
            witnesses = witnesses.flatMap { witness in
                values.map { value in
                    var other = witness
                    other.fields[place] = value
                    return other
                }
            }
        }
        return witnesses
    }

    private mutating func collect(_ condition: Machine.Row.Guard) {
        if case .when(let condition) = condition { collect(condition.terms) }
    }

    /// What an assignment reads can be asked by a choice behind it.
    private mutating func collect(_ body: FlowMachine.Body) {
        collect(body.assignments.map(\.term))
    }

    private mutating func collect(_ target: Machine.Target) {
        guard case .choice(let choice) = target else { return }
        for branch in machine.choices[choice].branches {
            collect(branch.condition)
            collect(branch.body)
            collect(branch.target)
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

    private func values(of field: Field, letter: Character = "a") -> [Value?] {
        let present: [Value]
        switch field.kind {
        case .bool: present = [.bool(false), .bool(true)]
        case .enumCase(let position): present = machine.enumerations[position].cases.indices.map { .enumCase($0) }
        case .set(let position):
            let count = min(machine.enumerations[position].cases.count, 4)
            present = (0..<(1 << UInt64(count))).map { .set($0) }
        case .integer(let bounds):
            let near = (constants.union([bounds.lowerBound, bounds.upperBound])).flatMap { [$0 - 1, $0, $0 + 1] }
            present = Set(near).filter(bounds.contains).sorted().map { .integer($0) }
        case .text(let bounds):
            present = [.text(String(repeating: letter, count: max(bounds.lowerBound, min(1, bounds.upperBound))))]
        case .duration(let bounds): present = [.duration(max(bounds.lowerBound, 1000))]
        }
        return present.map { $0 } + (field.isOptional ? [nil] : [])
    }
}
