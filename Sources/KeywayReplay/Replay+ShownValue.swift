package import KeywayCore

extension Replay {
    /// A value as a timeline tells it: in the spec's words; of a classified one, personal, secret or transient, only that it is there.
    public enum ShownValue: Hashable, Sendable {
        case bool(Bool)
        case integer(Int64)
        /// In milliseconds.
        case duration(Int64)
        /// A plain text, as it came.
        case text(String)
        /// The case of an enum.
        case name(String)
        /// The cases that are in a set, in the order of the spec.
        case names([String])
        /// A personal, secret or transient value, which a replay does not have.
        case present
    }
}

extension Replay.ShownValue: CustomStringConvertible {
    /// The value as text, for messages and timelines.
    public var description: String {
        switch self {
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .duration(let milliseconds): "\(SpelledDuration(milliseconds: milliseconds))"
        // With its quotes escaped, so that a provider's text cannot pass for another field.
        case .text(let text): text.debugDescription
        case .name(let name): name
        case .names(let names): "{" + names.joined(separator: ", ") + "}"
        case .present: "present"
        }
    }
}

extension Field {
    /// The value as a timeline shows it; `enumerations` are those of the field's table, and name the cases.
    package func shown(_ value: Value, among enumerations: [Enumeration]) -> Replay.ShownValue {
        guard classification == .plain else { return .present }
        switch value {
        case .bool(let flag): return .bool(flag)
        case .integer(let number): return .integer(number)
        case .duration(let milliseconds): return .duration(milliseconds)
        case .withheld: return .present
        case .text(let text): return .text(text)
        case .enumCase(let place): return .name(kind.nameOfCase(place, among: enumerations))
        case .set(let bits): return .names(kind.namesOfCases(in: bits, among: enumerations))
        }
    }

    /// The value as text, as `shown` has it; `absent` for nil.
    package func described(_ value: Value?, among enumerations: [Enumeration]) -> String {
        value.map { shown($0, among: enumerations).description } ?? "absent"
    }
}

extension Replay.Timeline {
    /// A field of an event or a variable, with its value.
    public struct Field: Hashable, Sendable {
        /// As the spec spells it.
        public var name: String
        /// Of a classified field only that it is present.
        public var value: Replay.ShownValue

        public init(name: String, value: Replay.ShownValue) {
            self.name = name
            self.value = value
        }
    }
}

extension Replay.Timeline.Field: CustomStringConvertible {
    /// `obstacle = limited`, or `token present`.
    public var description: String { value == .present ? "\(name) present" : "\(name) = \(value)" }
}

extension Table {
    /// The variables that have a value, as a timeline shows them.
    package func shown(_ values: [Value?]) -> [Replay.Timeline.Field] { variables.shown(values, among: enumerations) }
}

extension Sequence where Element == Field {
    /// The values as fields of a timeline, without absent ones, and without classified ones that cannot be absent.
    package func shown(_ values: [Value?], among enumerations: [Enumeration]) -> [Replay.Timeline.Field] {
        zip(self, values).compactMap { field, value in
            guard let value, field.classification == .plain || field.isOptional else { return nil }
            return Replay.Timeline.Field(name: field.name, value: field.shown(value, among: enumerations))
        }
    }
}
