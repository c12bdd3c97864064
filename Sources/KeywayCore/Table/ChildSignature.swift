/// A sub-flow, which a flow runs as a leg of the same run.
package struct ChildSignature: Hashable, Sendable {
    /// A final of the sub-flow, and the event of the parent that tells it.
    package struct Ending: Hashable, Sendable {
        /// By its position among the states of the sub-flow.
        package var final: Int
        /// By its position among the events of the parent.
        package var event: Int
        /// The variables of the sub-flow that the final keeps, by their positions: for each field of the event the one
        /// that fills it.
        package var keeps: [Int]

        package init(final: Int, event: Int, keeps: [Int] = []) {
            self.final = final
            self.event = event
            self.keeps = keeps
        }
    }

    /// A parameter of the sub-flow, and what the parent chooses for it.
    package struct Parameter: Hashable, Sendable {
        /// By its position among the variables of the sub-flow.
        package var variable: Int
        /// A constant, or a variable of the parent that is a parameter.
        package var operand: Table.Operand

        package init(variable: Int, operand: Table.Operand) {
            self.variable = variable
            self.operand = operand
        }
    }

    /// As the parent's spec spells it, such as `silent`, without the names of the sub-flows around it.
    package var name: String
    /// The sub-flow's whole table: so a log of the parent replays alone, and another sub-flow makes another version of
    /// the parent.
    package var table: Table
    /// The position of the sub-flow's command `cancel`, which it gets when the parent leaves the state or group that declares it.
    package var cancel: Int
    /// One for each final of the sub-flow, in their order.
    package var endings: [Ending]
    /// The parameters of the sub-flow for which the parent chooses a value, in the order of the parent's file.
    package var parameters: [Parameter]

    package init(name: String, table: Table, cancel: Int, endings: [Ending], parameters: [Parameter] = []) {
        self.name = name
        self.table = table
        self.cancel = cancel
        self.endings = endings
        self.parameters = parameters
    }

    /// What the parent chooses for parameters of the sub-flow, by their positions among the sub-flow's variables.
    ///
    /// `values`: those of the parent's variables.
    package func chosen(by values: [Value?]) -> [Int: Value] {
        var chosen: [Int: Value] = [:]
        for parameter in parameters { chosen[parameter.variable] = parameter.operand.value(values: values, fields: []) }
        return chosen
    }
}
