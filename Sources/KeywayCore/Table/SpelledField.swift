/// A field or variable in the words of a spec, `address: text 3...254 personal?`; with a `?` where it may be absent.
package struct SpelledField: CustomStringConvertible, Sendable {
    package let description: String

    /// - Parameter enumerations: those of the table that has the field.
    package init(_ field: Field, among enumerations: [Enumeration]) {
        let classification = field.classification == .plain ? "" : " \(field.classification)"
        description =
            "\(field.name): \(field.kind.spelling(among: enumerations))\(classification)\(field.isOptional ? "?" : "")"
    }
}

extension Kind {
    fileprivate func spelling(among enumerations: [Enumeration]) -> String {
        switch self {
        case .bool: "bool"
        case .integer(let bounds): "int \(bounds.lowerBound)...\(bounds.upperBound)"
        case .duration(let bounds):
            "duration \(SpelledDuration(milliseconds: bounds.lowerBound))"
                + "...\(SpelledDuration(milliseconds: bounds.upperBound))"
        case .text(let bounds): "text \(bounds.lowerBound)...\(bounds.upperBound)"
        case .enumCase(let position): enumerations[position].name
        case .set(let position): "set of \(enumerations[position].name)"
        }
    }
}
