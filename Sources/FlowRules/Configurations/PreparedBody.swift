import FlowLanguage
import FlowMachine
import KeywayCore

/// The assignments and orders of a row, branch or `enter`, each with the slots of its values and with what has to be proven of them.
///
/// A slot is where a value is read: a variable, a field of the event, or a constant. A place is where the value is put: a variable, or a
/// parameter of an effect or command.
struct PreparedBody {
    struct Assignment {
        var variable: Int
        var operation: Table.Assignment.Operation
        var slot: Slot
        var range: SourceRange
        /// Where the result must lie; nil where the types show that it does.
        var bounds: ClosedRange<Int64>?
        /// Whether the variable is not optional.
        var isRequired: Bool
    }

    struct Argument {
        var slot: Slot
        /// Whether the parameter is not optional.
        var isRequired: Bool
        /// Where the value must lie; nil where the types show that it does.
        var bounds: ClosedRange<Int64>?
        var range: SourceRange
    }

    enum Order {
        case set(timer: Int, Slot, SourceRange)
        case clear(timer: Int)
        /// `answers`: whether the effect has replies, so that it is open after the order.
        case perform(effect: Int, answers: Bool, [Argument])
        /// The effect of the next order `needs` this lane, so the run must neither hold nor have asked for a lane of its provider.
        case checkNoOwnPlace(lane: Int, effect: Int, SourceRange)
        case take(lane: Int, SourceRange)
        case run(child: Int, command: Int, [Argument], SourceRange)
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
                    ? place.kind.integerBounds : machine.boundsToProve(of: place.kind, for: slot, fields),
                isRequired: !place.isOptional)
        }
        orders = body.orders.flatMap { order -> [Order] in
            let arguments = Self.arguments(of: order, fields: fields, in: machine)
            switch order.content {
            case .set(let timer, let term): return [.set(timer: timer, Slot(term, fields: fields), order.range)]
            case .clear(let timer): return [.clear(timer: timer)]
            case .perform(let effect, _):
                let answers = machine.effects[effect].signature.replies != nil
                let performed = Order.perform(effect: effect, answers: answers, arguments)
                guard let lane = machine.effects[effect].needs else { return [performed] }
                return [.checkNoOwnPlace(lane: lane, effect: effect, order.range), performed]
            case .take(let lane): return [.take(lane: lane, order.range)]
            case .run(let child, let command, _):
                return [.run(child: child, command: command, arguments, order.range)]
            }
        }
    }

    private static func arguments(
        of order: FlowMachine.Body.Order, fields: [Field], in machine: Machine
    ) -> [Argument] {
        guard let (places, terms) = machine.parameters(of: order) else { return [] }
        return zip(places, terms).map { place, term in
            let slot = Slot(term, fields: fields)
            return Argument(
                slot: slot, isRequired: !place.isOptional,
                bounds: machine.boundsToProve(of: place.kind, for: slot, fields), range: term.range)
        }
    }
}

extension Machine {
    /// The bounds in which the int of the slot has to be proven to lie when it goes to a place of this kind; nil where the types show it.
    fileprivate func boundsToProve(of place: Kind, for slot: Slot, _ fields: [Field]) -> ClosedRange<Int64>? {
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
    /// The least and the greatest value of an int; nil for any other kind.
    var integerBounds: ClosedRange<Int64>? {
        if case .integer(let bounds) = self { bounds } else { nil }
    }
}
