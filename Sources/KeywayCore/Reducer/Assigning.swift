extension RunState {
    /// All assignments read the values before any of them.
    mutating func assign(_ assignments: [Table.Assignment], on occasion: borrowing EventOccasion) {
        // Only where one reads what another has written before it are the old values needed.
        guard assignments.count > 1, assignments.readWhatTheyWrite else {
            for assignment in assignments { assign(assignment, on: occasion) }
            return
        }
        let before = values
        for assignment in assignments {
            write(assignment.result(of: before, fields: occasion.fields), to: assignment.variable)
        }
    }

    private mutating func assign(_ assignment: Table.Assignment, on occasion: borrowing EventOccasion) {
        // Read to the end before it is written: so the values stay in their place.
        let result = assignment.result(of: values, fields: occasion.fields)
        write(result, to: assignment.variable)
    }

    private mutating func write(_ result: Table.Assignment.Result, to variable: Int) {
        guard case .value(let value) = result, values.indices.contains(variable) else { return }
        values[variable] = value
    }
}

extension Table.Assignment {
    fileprivate enum Result {
        case value(Value?)
        /// Something that is no number was to be counted.
        case nothing
    }

    fileprivate func result(of values: [Value?], fields: [Value?]) -> Result {
        let operand = operand.value(values: values, fields: fields)
        if operation == .set { return .value(operand) }
        guard values.indices.contains(variable), case .integer(let old)? = values[variable],
            case .integer(let step)? = operand
        else { return .nothing }
        // The range was proven where the flow was checked; wrapping keeps a table of any origin from trapping.
        return .value(.integer(operation == .add ? old &+ step : old &- step))
    }
}

extension [Table.Assignment] {
    /// Whether one of them reads a variable that one before it writes.
    fileprivate var readWhatTheyWrite: Bool {
        indices.contains { place in self[..<place].contains { self[place].reads($0.variable) } }
    }
}

extension Table.Assignment {
    fileprivate func reads(_ written: Int) -> Bool {
        if operation != .set, variable == written { return true }
        if case .variable(written) = operand { return true }
        return false
    }
}
