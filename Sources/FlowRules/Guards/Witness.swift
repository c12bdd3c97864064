import FlowMachine
import KeywayCore

extension Domain {
    /// The values of the slots in words, `tries = 5 and token is absent`; empty where there are no slots.
    func words(for slots: [Slot], in readings: Readings) -> String {
        slots.compactMap { slot -> String? in
            guard let field = field(slot) else { return nil }
            return machine.words(for: readings[slot], of: field, valueIsRead: uses.uses[slot]?.valueIsRead ?? true)
        }.joined(separator: " and ")
    }
}

extension Machine {
    /// One value in words: `tries = 5`, `token is absent`, `not sdkBroken`; only `tries is present` where guards do not read the value.
    func words(for value: Scalar, of field: Field, valueIsRead: Bool = true) -> String {
        guard let value else { return "\(field.name) is absent" }
        guard valueIsRead else { return "\(field.name) is present" }
        switch field.kind {
        case .bool: return value == 1 ? field.name : "not \(field.name)"
        case .integer, .enumCase, .set:
            let value = SpelledValue(field.kind.value(of: value), of: field.kind, among: enumerations)
            return "\(field.name) = \(value)"
        case .text, .duration: return "\(field.name) is present"
        }
    }
}
