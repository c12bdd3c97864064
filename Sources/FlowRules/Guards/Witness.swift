import FlowMachine
import KeywayCore

extension Domain {
    /// The values in words, `tries = 5 and token is absent`; empty where nothing is asked.
    func words(for slots: [Slot], in readings: Readings) -> String {
        slots.compactMap { slot -> String? in
            guard let field = field(slot) else { return nil }
            return machine.words(for: readings[slot], of: field, valueIsRead: uses.uses[slot]?.valueIsRead ?? true)
        }.joined(separator: " and ")
    }
}

extension Machine {
    /// `tries = 5`, `token is absent`, `not sdkBroken`.
    func words(for value: Scalar, of field: Field, valueIsRead: Bool = true) -> String {
        guard let value else { return "\(field.name) is absent" }
        guard valueIsRead else { return "\(field.name) is present" }
        switch field.kind {
        case .bool: return value == 1 ? field.name : "not \(field.name)"
        case .integer: return "\(field.name) = \(value)"
        case .enumCase(let enumeration):
            let cases = enumerations[enumeration].cases
            return "\(field.name) = \(cases.indices.contains(Int(value)) ? cases[Int(value)].name : String(value))"
        case .set(let enumeration):
            let names = enumerations[enumeration].cases.enumerated()
                .filter { UInt64(bitPattern: value) & (1 << UInt64(min($0.offset, 63))) != 0 }.map(\.element.name)
            return "\(field.name) = { \(names.joined(separator: ", ")) }"
        case .text, .duration: return "\(field.name) is present"
        }
    }
}
