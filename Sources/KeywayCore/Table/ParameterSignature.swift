/// A value that may be chosen when a run begins, and that no row changes.
///
/// It is a variable of the run: rows, timers and the records of the log read it as they read any other.
package struct ParameterSignature: Hashable, Sendable {
    /// The parameter's variable, by its position. The variable's kind says what may be chosen; its first value is what
    /// a run has for which nobody chooses.
    package var variable: Int
    /// The variables, by their positions, whose first value is the parameter's.
    package var initialises: [Int]

    package init(variable: Int, initialises: [Int]) {
        self.variable = variable
        self.initialises = initialises
    }
}

extension Table {
    /// The first values of the variables of a run.
    ///
    /// `chosen`: what is chosen for parameters, by their positions among the variables.
    package func firstValues(choosing chosen: [Int: Value]) -> [Value?] {
        var values = initialValues
        guard !chosen.isEmpty else { return values }
        for parameter in parameters {
            guard let value = chosen[parameter.variable] else { continue }
            values[parameter.variable] = value
            for variable in parameter.initialises { values[variable] = value }
        }
        return values
    }

    /// The parameter of this name, by its position among the variables; nil where the flow has none of the name.
    package func parameter(named name: String) -> (position: Int, field: Field)? {
        parameters.lazy.map { ($0.variable, self.variables[$0.variable]) }.first { $0.1.name == name }
    }

    /// What a run has for its parameters, by their positions among the variables.
    package func parameters(in values: [Value?]) -> [Int: Value] {
        var chosen: [Int: Value] = [:]
        for parameter in parameters where values.indices.contains(parameter.variable) {
            chosen[parameter.variable] = values[parameter.variable]
        }
        return chosen
    }
}
