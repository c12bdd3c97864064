import KeywayCore
import KeywayReplay

/// The values that a run was given, each with a name that tells it from the others and does not say what it is.
///
/// `phone#2` is the second value that was given for a field `phone`: it keeps this name wherever it goes.
struct GivenValues: Sendable {
    private var names: [Value: String] = [:]
    private var counts: [String: Int] = [:]

    /// Names the values that came with an event; one that is known keeps its name.
    mutating func note(_ values: [Value?], of fields: [Field]) {
        for (field, value) in zip(fields, values) {
            guard let value, field.classification != .plain || value.isText, value != .withheld else { continue }
            guard names[value] == nil else { continue }
            counts[field.name, default: 0] += 1
            names[value] = "\(field.name)#\(counts[field.name, default: 0])"
        }
    }

    /// A plain value as it is, a classified one by its name.
    func words(of value: Value?, in field: Field, among enumerations: [Enumeration]) -> String {
        guard let value else { return "absent" }
        if value == .withheld { return "withheld" }
        if field.classification == .plain { return field.described(value, among: enumerations) }
        // The flow made it: a literal, or a count.
        return names[value] ?? "own"
    }

    /// Arguments, or the fields of an event, as a call has them; those that are absent are left out.
    func arguments(_ values: [Value?], of fields: [Field], among enumerations: [Enumeration]) -> String {
        let given = zip(fields, values).filter { $0.1 != nil }
        guard !given.isEmpty else { return "" }
        let named = given.map { field, value in
            "\(field.name): " + words(of: value, in: field, among: enumerations)
        }
        return "(" + named.joined(separator: ", ") + ")"
    }
}

extension Value {
    fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
