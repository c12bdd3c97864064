import KeywayCore

/// Effects in the spec's words, as failures of a test have them; values stand there in clear.
struct EffectWords {
    /// That of the tested run.
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
        switch (value, kind) {
        case (.enumCase(let place), .enumCase(let enumeration)): return table.nameOfCase(place, of: enumeration)
        case (.set(let bits), .set(let enumeration)):
            let places = (0..<64).filter { bits >> UInt64($0) & 1 == 1 }
            return "[" + places.map { table.nameOfCase($0, of: enumeration) }.joined(separator: ", ") + "]"
        case (.text(let text), _): return text.debugDescription
        case (.bool(let flag), _): return "\(flag)"
        case (.integer(let number), _): return "\(number)"
        case (.duration(let milliseconds), _): return "\(SpelledDuration(milliseconds: milliseconds))"
        case (.withheld, _), (.enumCase, _), (.set, _): return "\(value)"
        }
    }
}

extension Table {
    fileprivate func nameOfCase(_ place: Int, of enumeration: Int) -> String {
        guard enumerations.indices.contains(enumeration), enumerations[enumeration].cases.indices.contains(place) else {
            return "case \(place)"
        }
        return "." + enumerations[enumeration].cases[place].name
    }
}
