extension Kind {
    /// Whether the value is of this kind and within its range.
    package func contains(_ value: Value, among enumerations: [Enumeration]) -> Bool {
        switch (self, value) {
        case (.bool, .bool): true
        case (.integer(let bounds), .integer(let number)): bounds.contains(number)
        case (.duration(let bounds), .duration(let duration)): bounds.contains(duration)
        case (.text(let bounds), .text(let text)): bounds.contains(text.unicodeScalars.count)
        case (.enumCase(let position), .enumCase(let place)): enumerations[position].cases.indices.contains(place)
        case (.set(let position), .set(let bits)):
            enumerations[position].cases.count >= 64 || bits >> UInt64(enumerations[position].cases.count) == 0
        default: false
        }
    }
}
