import KeywayCore
import KeywayReplay

/// The values that a run was given, each with a name that tells it from the others and does not say what it is.
///
/// `phone#2` is the second value that was given for a field `phone`: it keeps this name wherever it goes.
struct GivenValues: Sendable {
    private var names: [Value: String] = [:]
    private var counts: [String: Int] = [:]

    /// Names the texts and the classified values that came with an event; a value that has a name keeps it.
    mutating func note(_ values: [Value?], of fields: [Field]) {
        for (field, value) in zip(fields, values) {
            guard let value, field.classification != .plain || value.isText, value != .withheld else { continue }
            guard names[value] == nil else { continue }
            counts[field.name, default: 0] += 1
            names[value] = "\(field.name)#\(counts[field.name, default: 0])"
        }
    }

    /// The value in words: that of a plain field as it is, that of a classified field by its name.
    func words(of value: Value?, in field: Field, among enumerations: [Enumeration]) -> String {
        guard let value else { return "absent" }
        if value == .withheld { return "withheld" }
        if field.classification == .plain { return field.described(value, among: enumerations) }
        // No event brought the value, so it is the flow's own: a literal, or a count.
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
