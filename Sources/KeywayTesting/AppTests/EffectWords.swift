import KeywayCore

/// Effects as failures of an app's test have them: spelled as the test's own Swift spells them, with values in clear.
struct EffectWords {
    /// The flow of the tested run, with its sub-flows.
    let flow: RunningFlow

    /// The table of the run itself, or of its sub-flow of this name; nil where it has none.
    func table(of leg: String?) -> Table? {
        guard let leg else { return flow.table }
        return flow.subFlow(named: leg)?.table
    }

    /// `silent: begin(requestId: "ARID_1")`.
    func words(for call: HandlerCalls.Call) -> String {
        let effect = words(for: call.order.effect, with: call.order.arguments, in: call.leg)
        return (call.leg.map { "\($0): " } ?? "") + effect
    }

    /// `begin(requestId: "ARID_1")`.
    func words(for effect: Int, with arguments: [Value?], in leg: String?) -> String {
        guard let table = table(of: leg), table.effects.indices.contains(effect) else { return "effect \(effect)" }
        let signature = table.effects[effect]
        let values = zip(signature.fields, arguments).map { field, value in
            "\(field.name): \(value.map { words(for: $0, of: field.kind, in: table) } ?? "nil")"
        }
        return signature.name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
    }

    private func words(for value: Value, of kind: Kind, in table: Table) -> String {
        switch value {
        case .enumCase(let place): return "." + kind.nameOfCase(place, among: table.enumerations)
        case .set(let bits):
            let names = kind.namesOfCases(in: bits, among: table.enumerations)
            return "[" + names.map { "." + $0 }.joined(separator: ", ") + "]"
        case .text, .bool, .integer, .duration, .withheld:
            return "\(SpelledValue(value, of: kind, among: table.enumerations))"
        }
    }
}
