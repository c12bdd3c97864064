import KeywayCore
import KeywayReplay

/// The values that a run was given, each with a name that tells it from the others and does not say what it is.
///
/// `phone#2` is the second value that was given for a field `phone`: it keeps this name wherever it goes.
struct GivenValues: Sendable {
    /// The name of each value, such as `phone#2`.
    private var names: [Value: String] = [:]
    /// How many values were named for a field so far, by the field's name.
    private var counts: [String: Int] = [:]

    /// Names the texts and the classified values that came with an event; a value that has a name keeps it.
    ///
    /// The text of a plain field is named as well: an assignment may put it into a classified variable, which must not show it. A plain
    /// number is not, for it would lend its name to every count and literal that happens to be equal.
    mutating func note(_ values: [Value?], of fields: [Field]) {
        for (field, value) in zip(fields, values) {
            guard let value, field.classification != .plain || value.isText, value != .withheld else { continue }
            guard names[value] == nil else { continue }
            counts[field.name, default: 0] += 1
            names[value] = "\(field.name)#\(counts[field.name, default: 0])"
        }
    }

    /// The value as an outline shows it in this field or variable: in clear where that is plain, by its name where it is classified.
    func words(of value: Value?, in field: Field, among enumerations: [Enumeration]) -> String {
        guard let value else { return "absent" }
        if value == .withheld { return "withheld" }
        if field.classification == .plain { return field.described(value, among: enumerations) }
        // No event brought the value as a text or classified: it is a literal or a count of the flow's own, or copied from a plain number.
        return names[value] ?? "own"
    }

    /// Arguments of an order, or the fields of an event, written as a call: `(phone: phone#2, tries: 1)`. Absent ones are left out; the
    /// text is empty where all are absent.
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
