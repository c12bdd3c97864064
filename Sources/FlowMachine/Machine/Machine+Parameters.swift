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

    /// Lets each duration among these parameters have no other value, and so the parameters of sub-flows that get their values from one.
    private mutating func narrowDurations(to chosen: [Int: Value]) {
        for case (let parameter, .duration(let duration)) in chosen {
            variables[parameter].field.kind = .duration(duration...duration)
        }
        for child in children.indices {
            let passed = children[child].parameters.compactMap { parameter -> (Int, Value)? in
                switch parameter.term.content {
                case .constant(let value): (parameter.variable, value)
                case .variable(let position): chosen[position].map { (parameter.variable, $0) }
                case .field, .absent: nil
                }
            }
            children[child].flow?.machine.narrowDurations(to: Dictionary(passed) { first, _ in first })
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
        let values: [Value]
        switch variables[parameter].field.kind {
        case .bool: values = [.bool(false), .bool(true)]
        case .integer(let bounds):
            // The distance of any two bounds fits into 64 bits without a sign.
            guard UInt64(bitPattern: bounds.upperBound &- bounds.lowerBound) < UInt64(limit) else { return nil }
            values = bounds.map { .integer($0) }
        case .enumCase(let enumeration): values = enumerations[enumeration].cases.indices.map { .enumCase($0) }
        case .duration, .text, .set: values = []
        }
        return values.count <= limit ? values : nil
    }
}
