package import KeywayCore

/// Words for sentences that say what was expected and what came.
extension ExpectationCheck {
    func flow(ofLeg leg: String?) -> Table { leg.flatMap { table.flow(ofLeg: $0) } ?? table }

    func name(of effectOfLeg: BoundTranscript.EffectOfLeg) -> String { effectOfLeg.name(in: table) }

    func words(of order: Ordered) -> String {
        let flow = flow(ofLeg: order.effectOfLeg.leg)
        let fields = flow.effects[order.effectOfLeg.effect].fields
        return name(of: order.effectOfLeg) + given.arguments(order.arguments, of: fields, among: flow.enumerations)
    }

    func words(of order: BoundTranscript.Order) -> String {
        let flow = flow(ofLeg: order.effectOfLeg.leg)
        let arguments = order.arguments.map { argument in
            let field = flow.effects[order.effectOfLeg.effect].fields[argument.position]
            return "\(field.name): \(words(of: argument.value, in: field, of: flow))"
        }
        return name(of: order.effectOfLeg) + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
    }

    /// The value in words; a classified value that did not come with an event of the run is only `another value`.
    func words(of value: Value?, in field: Field, of flow: Table) -> String {
        let words = given.words(of: value, in: field, among: flow.enumerations)
        return words == "own" ? "another value" : words
    }
}

extension BoundTranscript.Expectation {
    /// As a sentence has it: `failed`, or `anything but failed`.
    package func words(in table: Table) -> String {
        switch self {
        case .final(let state): table.states[state].name
        case .not(let state): "anything but \(table.states[state].name)"
        }
    }
}
