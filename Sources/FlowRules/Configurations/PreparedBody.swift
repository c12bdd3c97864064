import FlowLanguage
import FlowMachine
import Keyway

/// A body with its values by slot, and with what has to be proven of each.
struct PreparedBody {
    struct Assignment {
        var variable: Int
        var operation: Keyway.Assignment.Operation
        var slot: Slot
        var range: SourceRange
        /// Where the result must lie, if that is not clear from the types.
        var bounds: ClosedRange<Int64>?
        /// Whether the variable is not optional.
        var isRequired: Bool
    }

    struct Argument {
        var slot: Slot
        var isRequired: Bool
        var bounds: ClosedRange<Int64>?
        var range: SourceRange
    }

    enum Order {
        case set(timer: Int, Slot, SourceRange)
        case clear(timer: Int)
        case perform(effect: Int, answers: Bool, [Argument])
    }

    var assignments: [Assignment] = []
    var orders: [Order] = []

    init(_ body: FlowMachine.Body, fields: [Field], in machine: Machine) {
        assignments = body.assignments.map { assignment in
            let slot = Slot(assignment.term, fields: fields)
            let place = machine.variables[assignment.variable].field
            let isCount = assignment.operation != .set
            return Assignment(
                variable: assignment.variable, operation: assignment.operation, slot: slot, range: assignment.range,
                bounds: isCount
                    ? place.kind.integerBounds : machine.bounds(of: place.kind, leftBy: slot, fields),
                isRequired: !place.isOptional)
        }
        orders = body.orders.map { order in
            switch order.content {
            case .set(let timer, let term): return .set(timer: timer, Slot(term, fields: fields), order.range)
            case .clear(let timer): return .clear(timer: timer)
            case .perform(let effect, let terms):
                let signature = machine.effects[effect].signature
                let arguments = zip(signature.fields, terms).map { place, term in
                    let slot = Slot(term, fields: fields)
                    return Argument(
                        slot: slot, isRequired: !place.isOptional,
                        bounds: machine.bounds(of: place.kind, leftBy: slot, fields), range: term.range)
                }
                return .perform(effect: effect, answers: signature.replies != nil, arguments)
            }
        }
    }
}

extension Machine {
    /// The bounds of the place, if an int in the slot may lie outside them.
    fileprivate func bounds(of place: Kind, leftBy slot: Slot, _ fields: [Field]) -> ClosedRange<Int64>? {
        let kind: Kind? =
            switch slot {
            case .variable(let position): variables[position].field.kind
            case .field(let position): fields[position].kind
            case .constant, .absent: nil
            }
        return kind?.mayLeave(place) ?? false ? place.integerBounds : nil
    }
}

extension Kind {
    var integerBounds: ClosedRange<Int64>? {
        if case .integer(let bounds) = self { bounds } else { nil }
    }
}
