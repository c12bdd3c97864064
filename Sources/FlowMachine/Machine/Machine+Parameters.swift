package import KeywayCore

extension Machine {
    /// The parameters, by their positions among the variables.
    package var parameters: [Int] { variables.indices.filter { variables[$0].isParameter } }

    /// Every way in which whoever begins a run may choose values for these parameters, by their positions.
    ///
    /// The positions are those among the variables. A duration is left out, because no guard reads one.
    package func combinations(of parameters: some Sequence<Int>) -> [[Int: Value]] {
        parameters.sorted().reduce([[:]]) { combinations, parameter in
            let values = values(of: variables[parameter].field.kind)
            return values.isEmpty
                ? combinations
                : combinations.flatMap { chosen in values.map { chosen.merging([parameter: $0]) { _, new in new } } }
        }
    }

    /// The parameters with at most 64 values, by their positions among the variables, each with its values; no durations.
    package var parameterValues: [(parameter: Int, values: [Value])] {
        parameters.map { ($0, values(of: variables[$0].field.kind)) }.filter { (1...64).contains($0.1.count) }
    }

    /// The flow as it is where these values are chosen for its parameters, by their positions, and cannot be chosen any more.
    package func fixing(_ chosen: [Int: Value]) -> Machine {
        var machine = self
        for position in variables.indices {
            guard let value = chosen[variables[position].initialParameter ?? position] else { continue }
            machine.variables[position].initial = value
            machine.variables[position].initialParameter = nil
            machine.variables[position].isParameter = false
        }
        return machine
    }

    /// The values that a run begins with, in the order of the variables.
    package func firstValues(choosing chosen: [Int: Value]) -> [Value?] {
        variables.enumerated().map { position, variable in
            chosen[variable.initialParameter ?? position] ?? variable.initial
        }
    }

    /// How long an unnamed timer runs where nobody chooses a parameter, in milliseconds.
    package func length(of wait: Wait) -> Int64? {
        switch wait {
        case .fixed(let duration): duration
        case .parameter(let position):
            if case .duration(let duration)? = variables[position].initial { duration } else { nil }
        }
    }

    private func values(of kind: Kind) -> [Value] {
        switch kind {
        case .bool: [.bool(false), .bool(true)]
        case .integer(let bounds): bounds.map { .integer($0) }
        case .enumCase(let enumeration): enumerations[enumeration].cases.indices.map { .enumCase($0) }
        case .duration, .text, .set: []
        }
    }
}
