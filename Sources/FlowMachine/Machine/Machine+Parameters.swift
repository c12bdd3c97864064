package import KeywayCore

extension Machine {
    /// The parameters, by their positions among the variables.
    package var parameters: [Int] { variables.indices.filter { variables[$0].isParameter } }

    /// The greatest number of ways that `combinations` lists; each is a beginning of its own for a search.
    package static let greatestChoiceCount = 100_000

    /// Every way in which whoever begins a run may choose values for these parameters, by their positions; nil where there are more
    /// than `greatestChoiceCount`.
    ///
    /// The positions are those among the variables. A parameter that is a duration is left out, because no guard reads one.
    package func combinations(of parameters: some Sequence<Int>) -> [[Int: Value]]? {
        var combinations: [[Int: Value]] = [[:]]
        for parameter in parameters.sorted() {
            guard let values = values(of: parameter, atMost: Self.greatestChoiceCount) else { return nil }
            guard !values.isEmpty else { continue }
            // Neither factor is above the limit, so their product cannot overflow.
            guard combinations.count * values.count <= Self.greatestChoiceCount else { return nil }
            combinations = combinations.flatMap { chosen in
                values.map { chosen.merging([parameter: $0]) { _, new in new } }
            }
        }
        return combinations
    }

    /// The parameters with at most 64 values, few enough to try one after the other, by their positions among the variables, each with
    /// its values. Durations are left out.
    package var parameterValues: [(parameter: Int, values: [Value])] {
        parameters.compactMap { parameter in values(of: parameter, atMost: 64).map { (parameter, $0) } }
            .filter { !$0.values.isEmpty }
    }

    /// A copy of the flow in which these parameters, by their positions among the variables, have these values and are parameters no more.
    package func fixing(_ chosen: [Int: Value]) -> Machine {
        var machine = self
        machine.narrowDurations(to: chosen)
        for position in variables.indices {
            guard let value = chosen[variables[position].initialParameter ?? position] else { continue }
            machine.variables[position].initial = value
            machine.variables[position].initialParameter = nil
            machine.variables[position].isParameter = false
        }
        return machine
    }

    /// Lets each duration among these parameters have the chosen value alone; for what else that narrows, see `narrowDurations(within:)`.
    private mutating func narrowDurations(to chosen: [Int: Value]) {
        narrowDurations(
            within: chosen.compactMapValues { value in
                if case .duration(let duration) = value { duration...duration } else { nil }
            })
    }

    /// Narrows the durations among these parameters to these bounds, and with them other durations that cannot change during a run: a
    /// variable that no body changes, to the bounds of its parameter or to its own first value, and the parameters of sub-flows.
    ///
    /// - Parameter bounds: by the parameters' positions among the variables.
    private mutating func narrowDurations(within bounds: [Int: ClosedRange<Int64>]) {
        for (parameter, bounds) in bounds { variables[parameter].narrow(to: bounds) }
        let changed = Set(bodies.flatMap(\.assignments).map(\.variable))
        for position in variables.indices where !variables[position].isParameter && !changed.contains(position) {
            if let parameter = variables[position].initialParameter {
                if let bounds = variables[parameter].bounds { variables[position].narrow(to: bounds) }
            } else if case .duration(let first)? = variables[position].initial {
                variables[position].narrow(to: first...first)
            }
        }
        for child in children.indices {
            guard var bounds = children[child].flow?.machine.firstDurations else { continue }
            for parameter in children[child].parameters {
                bounds[parameter.variable] =
                    switch parameter.term.content {
                    case .constant(.duration(let value)): value...value
                    case .variable(let position): variables[position].bounds
                    case .constant, .field, .absent: nil
                    }
            }
            children[child].flow?.machine.narrowDurations(within: bounds)
        }
    }

    /// What the durations among the parameters are where nobody chooses them, by their positions among the variables.
    private var firstDurations: [Int: ClosedRange<Int64>] {
        parameters.reduce(into: [:]) { durations, parameter in
            if case .duration(let first)? = variables[parameter].initial { durations[parameter] = first...first }
        }
    }

    /// The values that a run begins with, in the order of the variables; `chosen` has values for parameters, by their positions.
    package func firstValues(choosing chosen: [Int: Value]) -> [Value?] {
        variables.enumerated().map { position, variable in
            chosen[variable.initialParameter ?? position] ?? variable.initial
        }
    }

    /// How long an unnamed timer runs where nobody chooses values for parameters, in milliseconds; nil where its parameter has no value,
    /// as after an error in the spec.
    package func length(of wait: Wait) -> Int64? {
        switch wait {
        case .fixed(let duration): duration
        case .parameter(let position):
            if case .duration(let duration)? = variables[position].initial { duration } else { nil }
        }
    }

    /// The values that may be chosen for a parameter; nil where there are more than the limit.
    ///
    /// Empty for a duration, whose values are not listed, and for a text or set, which no parameter is.
    private func values(of parameter: Int, atMost limit: Int) -> [Value]? {
        let kind = variables[parameter].field.kind
        switch kind {
        case .duration, .text, .set: return []
        case .bool, .integer, .enumCase:
            guard let values = kind.values(among: enumerations, ofIntsAtMost: limit), values.count <= limit else {
                return nil
            }
            return values
        }
    }
}

extension Machine.Variable {
    /// The bounds of a duration, in milliseconds; nil for any other kind.
    fileprivate var bounds: ClosedRange<Int64>? {
        if case .duration(let bounds) = field.kind { bounds } else { nil }
    }

    /// Lets a duration have only those of its values that lie within the bounds; changes nothing where none of them does.
    fileprivate mutating func narrow(to other: ClosedRange<Int64>) {
        guard let bounds, bounds.overlaps(other) else { return }
        field.kind = .duration(bounds.clamped(to: other))
    }
}
