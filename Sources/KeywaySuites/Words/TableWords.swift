package import KeywayCore

/// Says what happens to a run in the words of its spec.
///
/// Generated suites are made of these words. `TableReading` reads a suite's events and values back, so it must change with them.
package struct TableWords: Sendable {
    /// The table to which the positions belong that the functions of this type are given.
    package let table: Table
    /// The events' names, by position; where several share one, as unnamed timers do, the second is `after 30s #2`.
    package let events: [String]
    /// The timers' names, by position; numbered as in `events` where several share one.
    package let timers: [String]

    package init(of table: Table) {
        self.table = table
        events = Self.distinct(table.events.map(\.name))
        timers = Self.distinct(table.timers.map(\.name))
    }

    private static func distinct(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return names.map { name in
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            return count == 1 ? name : "\(name) #\(count)"
        }
    }

    /// The state's name; where there is no such state, its number.
    package func state(_ position: Int) -> String {
        table.states.indices.contains(position) ? table.states[position].name : "state \(position)"
    }

    /// A value as a spec writes it; a text of more than 20 equal letters as `"a"*30`.
    func value(_ value: Value?, of kind: Kind) -> String {
        switch (value, kind) {
        case (nil, _): return "nil"
        case (.bool(let flag)?, _): return flag ? "true" : "false"
        case (.integer(let number)?, _): return String(number)
        case (.duration(let milliseconds)?, _): return "\(SpelledDuration(milliseconds: milliseconds))"
        case (.text(let text)?, _):
            guard text.count > 20, let letter = text.first, text.allSatisfy({ $0 == letter }) else {
                return "\"\(text.onOneLine)\""
            }
            return "\"\(String(letter).onOneLine)\"*\(text.count)"
        case (.withheld?, _): return "withheld"
        case (.enumCase(let place)?, .enumCase(let position))
        where table.enumerations[position].cases.indices.contains(place):
            return table.enumerations[position].cases[place].name
        case (.set(let bits)?, .set(let position)):
            let cases = table.enumerations[position].cases.prefix(64).enumerated()
            return "{" + cases.filter { bits >> UInt64($0.offset) & 1 == 1 }.map(\.element.name).joined(separator: " ")
                + "}"
        case (let value?, _): return "\(value)"
        }
    }

    /// Values with the names of their fields: `sends = 1, why = nil`.
    package func assignments(_ values: [(field: Field, value: Value?)]) -> String {
        values.map { "\($0.field.name) = \(value($0.value, of: $0.field.kind))" }.joined(separator: ", ")
    }

    /// An event or effect with its values, `start(requestId: "b")`; an absent value is left out.
    package func call(_ name: String, _ fields: [Field], _ values: [Value?]) -> String {
        let present = zip(fields, values).filter { $0.1 != nil }
        let arguments = present.map { "\($0.0.name): \(value($0.1, of: $0.0.kind))" }
        return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
    }
}

extension String {
    /// The text with escapes in place of quotes and of what ends a line, so that it stays one part of one line.
    var onOneLine: String { String(debugDescription.dropFirst().dropLast()) }
}
