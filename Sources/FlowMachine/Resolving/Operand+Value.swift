import FlowLanguage
import KeywayCore

extension FlowLanguage.Operand {
    /// The value that a literal or the name of a case stands for in this field.
    ///
    /// Nil where the field cannot have such a value. `.some(nil)` for the literal `nil` in a field that may be absent.
    func value(as field: Field, among enumerations: [Enumeration]) -> Value?? {
        switch (content, field.kind) {
        case (.nil, _): return field.isOptional ? .some(nil) : nil
        case (.bool(let flag), .bool): return .bool(flag)
        case (.integer(let number), .integer(let bounds)):
            return bounds.contains(Int64(number)) ? .integer(Int64(number)) : nil
        case (.duration(let duration), .duration(let bounds)):
            return bounds.contains(Int64(duration)) ? .duration(Int64(duration)) : nil
        case (.string(let text), .text(let length)):
            return length.contains(text.unicodeScalars.count) ? .text(text) : nil
        case (.name(let parts), .enumCase(let enumeration)) where parts.count == 1:
            return enumerations[enumeration].cases.firstIndex { $0.name == parts[0] }.map { .enumCase($0) }
        case (.set(let names), .set(let enumeration)):
            var elements: UInt64 = 0
            for name in names {
                guard let place = enumerations[enumeration].cases.firstIndex(where: { $0.name == name }) else {
                    return nil
                }
                // Bit N of a set stands for the case at position N.
                elements |= 1 << UInt64(place)
            }
            return .set(elements)
        default: return nil
        }
    }
}
