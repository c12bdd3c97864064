extension RawValue {
    /// The value with null in the place of each list and object that stands deeper than `greatestDepth`.
    ///
    /// The parts that are cut off are freed one level at a time, so that a value of a hundred thousand levels uses up
    /// no stack. That does not help where another owner has the whole value and frees it later.
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

    /// Whether lists and objects are nested more than `depth` deep; nothing deeper is looked at.
    private func isDeeper(than depth: Int) -> Bool {
        switch self {
        case .list(let elements): depth == 0 || elements.contains { $0.isDeeper(than: depth - 1) }
        case .object(let members): depth == 0 || members.values.contains { $0.isDeeper(than: depth - 1) }
        case .null, .bool, .integer, .number, .text: false
        }
    }

    /// The value with null in the place of each list and object that is nested deeper than `depth`.
    private func cut(at depth: Int) -> RawValue {
        switch self {
        case .list where depth == 0, .object where depth == 0: .null
        case .list(let elements): .list(elements.map { $0.cut(at: depth - 1) })
        case .object(let members): .object(members.mapValues { $0.cut(at: depth - 1) })
        case .null, .bool, .integer, .number, .text: self
        }
    }
}
