extension RawValue {
    /// The value with null in the place of each list and object that stands deeper than `greatestDepth`.
    ///
    /// What is left out is let go of piece by piece, so that a value with a hundred thousand levels uses up no stack, unless somebody
    /// else keeps it and lets go of it himself.
    package consuming func cutToGreatestDepth() -> RawValue {
        guard isDeeper(than: Self.greatestDepth) else { return self }
        let limited = cut(at: Self.greatestDepth)
        var rest = [consume self]
        while let value = rest.popLast() {
            switch value {
            case .list(let elements): rest += elements
            case .object(let members): rest += members.values
            case .null, .bool, .integer, .number, .text: break
            }
        }
        return limited
    }

    /// Whether more than so many lists and objects stand in each other; nothing below these is looked at.
    private func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .list(let elements): levels == 0 || elements.contains { $0.isDeeper(than: levels - 1) }
        case .object(let members): levels == 0 || members.values.contains { $0.isDeeper(than: levels - 1) }
        case .null, .bool, .integer, .number, .text: false
        }
    }

    private func cut(at levels: Int) -> RawValue {
        switch self {
        case .list where levels == 0, .object where levels == 0: .null
        case .list(let elements): .list(elements.map { $0.cut(at: levels - 1) })
        case .object(let members): .object(members.mapValues { $0.cut(at: levels - 1) })
        case .null, .bool, .integer, .number, .text: self
        }
    }
}
