/// A value in the words of the spec: `true`, `5`, `30s`, `"IN"`, `calm`, `{calm, angry}`; a withheld one is `present`.
package struct SpelledValue: CustomStringConvertible, Sendable {
    package let description: String

    /// - Parameter enumerations: those of the table that has the kind.
    package init(_ value: Value, of kind: Kind, among enumerations: [Enumeration]) {
        description =
            switch value {
            case .bool(let flag): flag ? "true" : "false"
            case .integer(let number): String(number)
            case .duration(let milliseconds): "\(SpelledDuration(milliseconds: milliseconds))"
            // With its quotes escaped, so that a provider's text cannot pass for another field.
            case .text(let text): text.debugDescription
            case .enumCase(let place): kind.nameOfCase(place, among: enumerations)
            case .set(let bits): "{" + kind.namesOfCases(in: bits, among: enumerations).joined(separator: ", ") + "}"
            case .withheld: "present"
            }
    }
}

extension Kind {
    /// The name of an enum's case; `case 7` where the enum has no such case, as a damaged log may say.
    package func nameOfCase(_ place: Int, among enumerations: [Enumeration]) -> String {
        let cases = cases(among: enumerations)
        return cases.indices.contains(place) ? cases[place].name : "case \(place)"
    }

    /// The names of the cases that are in a set, in the order of the spec.
    package func namesOfCases(in bits: UInt64, among enumerations: [Enumeration]) -> [String] {
        cases(among: enumerations).prefix(64).enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }
            .map(\.element.name)
    }

    private func cases(among enumerations: [Enumeration]) -> [Enumeration.Case] {
        switch self {
        case .enumCase(let position), .set(let position):
            enumerations.indices.contains(position) ? enumerations[position].cases : []
        case .bool, .integer, .duration, .text: []
        }
    }
}
