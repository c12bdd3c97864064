package import KeywayCore

extension Table {
    /// The value in words, nearly as a spec writes it; the word `nil` where it is absent.
    package func words(for value: Value?, of field: Field) -> String {
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

    /// `begins door.open(left)`, `leaves door`, `asks queue`, `frees queue`.
    package func words(for change: ScopeChange) -> String {
        switch change {
        case .leaves(let child): return "leaves \(children[child].name)"
        case .asks(let lane): return "asks \(lanes[lane].name)"
        case .frees(let lane): return "frees \(lanes[lane].name)"
        case .begins(let position, let command, let arguments):
            let child = children[position]
            let event = child.table.events[command]
            let words = zip(event.fields, arguments).map { child.table.words(for: $1, of: $0) }
            let list = words.isEmpty ? "" : "(\(words.joined(separator: ", ")))"
            return "begins \(child.name).\(event.name)\(list)"
        }
    }

    /// `door`, `queue?` while it is asked for, `queue` once it is held.
    package func words(for running: Running) -> String {
        switch running {
        case .child(let child): children[child].name
        case .lane(let lane, let isHeld): lanes[lane].name + (isHeld ? "" : "?")
        }
    }

    /// `send(3, abc)`
    package func words(for order: EffectOrder) -> String {
        let effect = effects[order.effect]
        let arguments = zip(effect.fields, order.arguments).map { words(for: $1, of: $0) }
        return arguments.isEmpty ? effect.name : "\(effect.name)(\(arguments.joined(separator: ", ")))"
    }
}
