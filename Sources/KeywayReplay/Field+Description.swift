package import Keyway

extension Field {
    /// The value in the spec's words; a classified one is only said to be present.
    package func described(_ value: Value?, among enumerations: [Enumeration]) -> String {
        switch value {
        case nil: return "absent"
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let number): return String(number)
        case .duration(let milliseconds): return "\(milliseconds)ms"
        case .withheld: return "present"
        case .text(let text): return classification == .plain ? "\"\(text)\"" : "present"
        case .enumCase(let place):
            guard case .enumCase(let position) = kind, enumerations[position].cases.indices.contains(place) else {
                return "case \(place)"
            }
            return enumerations[position].cases[place].name
        case .set(let bits):
            guard case .set(let position) = kind else { return "set \(bits)" }
            let names = enumerations[position].cases.enumerated().filter {
                $0.offset < 64 && bits >> UInt64($0.offset) & 1 == 1
            }
            return "{" + names.map(\.element.name).joined(separator: ", ") + "}"
        }
    }
}
