public import Keyway

extension Table {
    /// The value as a spec writes it; `nil` where it is absent.
    public func words(for value: Value?, of field: Field) -> String {
        switch (value, field.kind) {
        case (nil, _): return "nil"
        case (.bool(let flag)?, _): return flag ? "true" : "false"
        case (.integer(let number)?, _): return String(number)
        case (.duration(let milliseconds)?, _): return "\(milliseconds)ms"
        case (.text(let text)?, _): return text
        case (.withheld?, _): return "withheld"
        case (.enumCase(let place)?, .enumCase(let position)): return enumerations[position].cases[place].name
        case (.set(let bits)?, .set(let position)):
            let cases = enumerations[position].cases.enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }
            return "{\(cases.map(\.element.name).joined(separator: ","))}"
        case (let value?, _): return "\(value)"
        }
    }

    /// `send(3, abc)`
    public func words(for order: EffectOrder) -> String {
        let effect = effects[order.effect]
        let arguments = zip(effect.fields, order.arguments).map { words(for: $1, of: $0) }
        return arguments.isEmpty ? effect.name : "\(effect.name)(\(arguments.joined(separator: ", ")))"
    }
}
