import FlowMachine
import KeywayCore

/// Keeps the latest text that a command gave apart from older ones, for requirements `do A(x) with the latest y`.
///
/// Everywhere else exploring has one text that stands for all.
struct LatestTexts {
    /// The fields of commands that requirements name. A number that stands for a field, in this type, is its position here.
    let fields: [String]
    /// The variables through which a text may reach an order that is asked about.
    let variables: Set<Int>

    init(of machine: Machine) {
        var (fields, asked): ([String], Set<Place>) = ([], [])
        for case .latest(let effect, let argument, let field) in machine.requirements.map(\.content) {
            if !fields.contains(field) { fields.append(field) }
            asked.insert(Place(effect: effect, argument: argument))
        }
        self.fields = fields
        variables = fields.isEmpty ? [] : machine.variables(leadingTo: asked)
    }

    /// The argument of an effect that a requirement asks about.
    struct Place: Hashable {
        /// By its position in the flow.
        var effect: Int
        /// By its position among the effect's arguments.
        var argument: Int
    }

    /// The value that stands for the latest text of this field: an integer, which no text of a flow is.
    static func mark(_ field: Int) -> Value { .integer(Int64(field)) }

    /// The event's fields with the mark for each text that a requirement names, and one value for all other texts.
    func marked(_ values: [Value?], of event: EventSignature) -> [Value?] {
        guard !fields.isEmpty else { return values }
        return zip(event.fields, values).map { field, value in
            guard value != nil, case .text = field.kind else { return value }
            guard event.origin == .command, let place = fields.firstIndex(of: field.name) else {
                return field.kind.representative
            }
            return Self.mark(place)
        }
    }

    /// The fields of which the event gives the latest text, by their positions in `fields`; empty for an event that is no command.
    func given(by values: [Value?], of event: EventSignature) -> Set<Int> {
        guard !fields.isEmpty, event.origin == .command else { return [] }
        return Set(
            zip(event.fields, values).compactMap { field, value in
                value == nil ? nil : fields.firstIndex(of: field.name)
            })
    }

    /// The variables' values when a command gives newer texts of these fields: what was the latest becomes an older
    /// text.
    func aged(_ values: [Value?], since given: Set<Int>, in machine: Machine) -> [Value?] {
        guard !given.isEmpty else { return values }
        let old = Set(given.map { Self.mark($0) })
        return values.indices.map { variable in
            guard variables.contains(variable), let value = values[variable], old.contains(value) else {
                return values[variable]
            }
            return machine.variables[variable].field.kind.representative
        }
    }

    /// What a configuration has of a variable's text: whether it is the latest, an older one or absent.
    func part(_ value: Value?, of kind: Kind) -> Value? {
        guard let value else { return nil }
        return fields.indices.contains { Self.mark($0) == value } ? value : kind.representative
    }

    /// The ways in which a command comes, completed for optional texts that a requirement names.
    ///
    /// Where all ways leave such a text out, each way is added once more with the text.
    func completed(_ variants: [[Int64?]], of event: EventSignature) -> [[Int64?]] {
        guard !fields.isEmpty, event.origin == .command else { return variants }
        var variants = variants
        for (place, field) in event.fields.enumerated() where field.isOptional && fields.contains(field.name) {
            guard variants.allSatisfy({ $0[place] == nil }) else { continue }
            variants += variants.map { variant in
                var variant = variant
                // Any number but nil: a text is present, and all texts of the field are one.
                variant[place] = 0
                return variant
            }
        }
        return variants
    }
}

extension Machine {
    /// The variables whose texts may come to these arguments, directly or through others.
    fileprivate func variables(leadingTo places: Set<LatestTexts.Place>) -> Set<Int> {
        var found: Set<Int> = []
        for case .perform(let effect, let terms) in bodies.flatMap(\.orders).map(\.content) {
            let asked = terms.indices.filter { places.contains(.init(effect: effect, argument: $0)) }
            found.formUnion(asked.compactMap { terms[$0].variable })
        }
        return variables(leadingTo: found)
    }
}
