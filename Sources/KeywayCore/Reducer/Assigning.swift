extension RunState {
    /// Makes the assignments, each of which reads the values from before all of them (rule 9 of `Specs/README.md`).
    mutating func assign(_ assignments: [Table.Assignment], on inputs: borrowing StepInputs) {
        // The old values are needed only where one assignment reads what an earlier one has written.
        guard assignments.count > 1, assignments.readEarlierWrites else {
            for assignment in assignments { assign(assignment, on: inputs) }
            return
        }
        let before = values
        for assignment in assignments {
            write(assignment.result(of: before, fields: inputs.fields), to: assignment.variable)
        }
    }

    private mutating func assign(_ assignment: Table.Assignment, on inputs: borrowing StepInputs) {
        // Reading ends before writing begins, so that the array is changed in place and not copied.
        let result = assignment.result(of: values, fields: inputs.fields)
        write(result, to: assignment.variable)
    }

    private mutating func write(_ result: Table.Assignment.Result, to variable: Int) {
        guard case .value(let value) = result, values.indices.contains(variable) else { return }
        values[variable] = value
    }
}

extension Table.Assignment {
    /// What an assignment writes to its variable.
    fileprivate enum Result {
        case value(Value?)
        /// The variable keeps its value: something that was to be added or subtracted is absent or no integer.
        case nothing
    }

    fileprivate func result(of values: [Value?], fields: [Value?]) -> Result {
        let operand = operand.value(values: values, fields: fields)
        if operation == .set { return .value(operand) }
        guard values.indices.contains(variable), case .integer(let old)? = values[variable],
            case .integer(let step)? = operand
        else { return .nothing }
        // In a checked flow no value leaves its range; wrapping keeps a table that nobody checked from trapping.
        return .value(.integer(operation == .add ? old &+ step : old &- step))
    }
}

extension [Table.Assignment] {
    /// Whether an assignment reads a variable that an earlier assignment of the list writes.
    fileprivate var readEarlierWrites: Bool {
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
