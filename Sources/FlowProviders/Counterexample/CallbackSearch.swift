import FlowMachine
import FlowRules
import KeywayCore

/// Looks for a raw callback that a flow's own decoder reads as a given event.
struct CallbackSearch {
    /// More callbacks of one name are not tried.
    private static let patience = 10_000

    let machine: Machine
    let event: Int
    let fields: [Value?]
    /// The flows of newer legs: what these read they hear.
    var newer: [Machine] = []

    /// Nil where none is found.
    var callback: RawValue? {
        // Without a source there is no field to go by, and nothing is read.
        if machine.sources.isEmpty {
            return machine.events[event].signature.origin == .unrecognised ? .object([:]) : nil
        }
        for source in machine.sources.map(\.source) {
            let names = Set(source.rows.flatMap(\.callbackNames)).sorted()
            // Of a name that no row has.
            let unknown = RawValue.object([source.by: .text(names.joined() + "?")])
            if isWanted(unknown) { return unknown }
            for name in names {
                let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
                for number in 0..<min(witnesses.count ?? .max, Self.patience) {
                    if let found = wanted(like: witnesses.callback(number), of: source) { return found }
                }
            }
        }
        return nil
    }

    /// The callback with what the wanted fields are read from; nil where it is not read so all the same.
    private func wanted(like callback: RawValue, of source: Source) -> RawValue? {
        guard let reading = machine.reading(of: callback), reading.event == event else { return nil }
        for row in source.rows where row.event == event {
            var candidate = callback
            for (alternatives, (field, value)) in zip(row.fields, zip(machine.events[event].signature.fields, fields)) {
                let paths = alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
                let raw = value.flatMap { field.concrete($0)?.told(as: field.kind, among: machine.enumerations) }
                for path in paths { candidate.put(nil, at: path[...]) }
                if let raw, let path = paths.first { candidate.put(raw, at: path[...]) }
            }
            if isWanted(candidate) { return candidate }
        }
        return isWanted(callback) ? callback : nil
    }

    private func isWanted(_ callback: RawValue) -> Bool {
        guard let reading = machine.reading(of: callback), reading.event == event else { return false }
        guard !newer.contains(where: { $0.reading(of: callback)?.row != nil }) else { return false }
        let kinds = machine.events[event].signature.fields.map(\.kind)
        return zip(kinds, zip(reading.fields, fields)).allSatisfy { kind, values in kind.isSame(values.0, values.1) }
    }
}

extension Kind {
    /// Whether nothing that steers tells the values apart: of texts and durations only presence does.
    fileprivate func isSame(_ left: Value?, _ right: Value?) -> Bool {
        switch self {
        case .text, .duration: (left == nil) == (right == nil)
        case .bool, .integer, .enumCase, .set: left == right
        }
    }
}

extension RawValue {
    /// Puts a value at a path, or takes away what is there; an object is never replaced.
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
