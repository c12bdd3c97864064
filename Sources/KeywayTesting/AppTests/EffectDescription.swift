import KeywayCore

/// Describes effects in the failures of an app's test, with values in clear: as the test itself writes them in Swift.
///
/// Only a withheld value has no Swift that a test could write: it is described as `present`.
struct EffectDescription {
    /// The flow of the tested run, with its sub-flows.
    let flow: RunningFlow

    /// The table of the run itself, or of its sub-flow of this name; nil where it has none.
    func table(of leg: String?) -> Table? {
        guard let leg else { return flow.table }
        return flow.subFlow(named: leg)?.table
    }

    /// The call's effect after the name of its leg, such as `silent: begin(requestId: "ARID_1")`; the root has no name.
    func text(of call: HandlerCalls.Call) -> String {
        let effect = text(of: call.order.effect, with: call.order.arguments, in: call.leg)
        return (call.leg.map { "\($0): " } ?? "") + effect
    }

    /// The effect with its arguments, such as `begin(requestId: "ARID_1")`; only a number where the flow has no such leg or effect.
    func text(of effect: Int, with arguments: [Value?], in leg: String?) -> String {
        guard let table = table(of: leg), table.effects.indices.contains(effect) else { return "effect \(effect)" }
        let signature = table.effects[effect]
        let values = zip(signature.fields, arguments).map { field, value in
            "\(field.name): \(value.map { text(of: $0, of: field.kind, in: table) } ?? "nil")"
        }
        return signature.name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
    }

    private func text(of value: Value, of kind: Kind, in table: Table) -> String {
        switch value {
        case .enumCase(let place): return "." + kind.nameOfCase(place, among: table.enumerations)
        case .set(let bits):
            let names = kind.namesOfCases(in: bits, among: table.enumerations)
            return "[" + names.map { "." + $0 }.joined(separator: ", ") + "]"
        case .duration(let milliseconds):
            let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
            return rest == 0 ? ".seconds(\(seconds))" : ".milliseconds(\(milliseconds))"
        case .text, .bool, .integer, .withheld:
            return "\(SpelledValue(value, of: kind, among: table.enumerations))"
        }
    }
}
