package import FlowMachine
import FlowRules
package import KeywayCore

/// Looks for a raw callback that a flow's own decoder reads as a given event.
package struct CallbackSearch {
    /// The most callbacks of one name that are tried.
    private static let greatestTrialCount = 10_000

    let machine: Machine
    /// The event that the callback must be read as, by its position among the machine's events.
    let event: Int
    /// The values that the event's fields must have, one for each field; nil for an absent one.
    let fields: [Value?]
    /// The flows of legs that are newer than the one that is to hear the callback. What they read is told to them, so the callback must be
    /// one that none of them reads.
    var newer: [Machine] = []

    package init(machine: Machine, event: Int, fields: [Value?], newer: [Machine] = []) {
        self.machine = machine
        self.event = event
        self.fields = fields
        self.newer = newer
    }

    /// A callback that is read as the event with these fields; nil where none is found.
    package var callback: RawValue? {
        // Without a source no callback is read, so that each one is unrecognised.
        if machine.sources.isEmpty {
            return machine.events[event].signature.origin == .unrecognised ? .object([:]) : nil
        }
        for source in machine.sources.map(\.source) {
            let names = Set(source.rows.flatMap(\.callbackNames)).sorted()
            // A callback whose name no row has, for the event `unrecognised`.
            let unknown = RawValue.object([source.by: .text(names.joined() + "?")])
            if isWanted(unknown) { return unknown }
            for name in names {
                // The callbacks of this name to try: whatever else comes by the name, the source's rows read it like one of these.
                let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
                for number in 0..<min(witnesses.count ?? .max, Self.greatestTrialCount) {
                    if let found = wanted(like: witnesses.callback(number), of: source) { return found }
                }
            }
        }
        return nil
    }

    /// The callback with raw values put where the wanted fields are read from; nil where it is read as something else.
    private func wanted(like callback: RawValue, of source: Source) -> RawValue? {
        guard let reading = machine.reading(of: callback), reading.event == event else { return nil }
        for row in source.rows where row.event == event {
            var candidate = callback
            for (alternatives, (field, value)) in zip(row.fields, zip(machine.events[event].signature.fields, fields)) {
                let paths = alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
                // The wanted value as the provider writes it: `concrete` makes up a text or duration, `spoken` gives cases by their codes.
                let raw = value.flatMap { field.concrete($0)?.spoken(as: field.kind, among: machine.enumerations) }
                for path in paths { candidate.put(nil, at: path[...]) }
                if let raw, let path = paths.first { candidate.put(raw, at: path[...]) }
            }
            if isWanted(candidate) { return candidate }
        }
        return isWanted(callback) ? callback : nil
    }

    /// Whether the flow reads the callback as the event with these fields, and no newer leg reads it.
    private func isWanted(_ callback: RawValue) -> Bool {
        guard let reading = machine.reading(of: callback), reading.event == event else { return false }
        guard !newer.contains(where: { $0.reading(of: callback)?.row != nil }) else { return false }
        let kinds = machine.events[event].signature.fields.map(\.kind)
        return zip(kinds, zip(reading.fields, fields)).allSatisfy { kind, values in kind.isSame(values.0, values.1) }
    }
}

extension Kind {
    /// Whether no guard tells the values apart: of a text or a duration it can only ask whether there is one.
    fileprivate func isSame(_ left: Value?, _ right: Value?) -> Bool {
        switch self {
        case .text, .duration: (left == nil) == (right == nil)
        case .bool, .integer, .enumCase, .set: left == right
        }
    }
}

extension RawValue {
    /// Puts a value at a path, or with nil takes away what is there; an object at the path stays as it is.
    fileprivate mutating func put(_ value: RawValue?, at path: ArraySlice<String>) {
        guard let part = path.first, case .object(var members) = self else { return }
        if path.count > 1 {
            var inner = members[part] ?? .object([:])
            inner.put(value, at: path.dropFirst())
            if value != nil || members[part] != nil { members[part] = inner }
        } else if case .object? = members[part] {
            return
        } else {
            members[part] = value
        }
        self = .object(members)
    }
}
