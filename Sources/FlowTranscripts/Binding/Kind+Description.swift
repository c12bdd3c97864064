import KeywayCore

extension Kind {
    /// What a value of this kind is, for a sentence.
    func description(among enumerations: [Enumeration]) -> String {
        switch self {
        case .bool: "true or false"
        case .integer(let bounds): "an integer from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .duration(let bounds):
            "a number of seconds from \(bounds.lowerBound.seconds) to \(bounds.upperBound.seconds)"
        case .text(let bounds) where bounds.lowerBound == bounds.upperBound: "a text of length \(bounds.lowerBound)"
        case .text(let bounds): "a text of length \(bounds.lowerBound) to \(bounds.upperBound)"
        case .enumCase(let position): "one of \(caseNames(of: position, among: enumerations))"
        case .set(let position): "a list of \(caseNames(of: position, among: enumerations))"
        }
    }

    private func caseNames(of position: Int, among enumerations: [Enumeration]) -> String {
        enumerations.indices.contains(position) ? listed(enumerations[position].cases.map(\.name)) : "nothing"
    }
}
