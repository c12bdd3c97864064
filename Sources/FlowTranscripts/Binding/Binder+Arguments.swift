package import KeywayCore

extension Binder {
    /// The values of the fields, in their order; nil when an argument does not fit, and each such argument is reported.
    mutating func bindArguments(
        _ arguments: [String: RawValue], to fields: [Field], of flow: Table, named owner: String, at number: Int
    ) -> [Value?]? {
        var fits = true
        for name in arguments.keys.sorted() where !fields.contains(where: { $0.name == name }) {
            report("\(owner) has no argument \(quoted(name)), only: \(listed(fields.map(\.name)))", at: number)
            fits = false
        }
        var values: [Value?] = []
        for field in fields {
            let raw = arguments[field.name].flatMap { field.kind.isAbsent($0) ? nil : $0 }
            let value = raw.flatMap { field.kind.argument(from: $0, among: flow.enumerations) }
            if raw == nil, !field.isOptional {
                report("\(owner) needs its argument '\(field.name)'", at: number)
                fits = false
            } else if raw != nil, value == nil {
                // The value itself may be personal: the sentence says only what it must be.
                let wanted = field.kind.description(among: flow.enumerations)
                report("argument '\(field.name)' of \(owner) must be \(wanted)", at: number)
                fits = false
            }
            values.append(value)
        }
        return fits ? values : nil
    }

    /// What the header chooses for parameters of the flow, by their positions among the variables.
    mutating func bindParameters(of header: Transcript.Header) -> [Int: Value] {
        var chosen: [Int: Value] = [:]
        for (name, raw) in header.parameters.sorted(by: { $0.key < $1.key }) {
            do throws(UnfitParameter) {
                let (position, value) = try table.parameter(name, choosing: raw)
                chosen[position] = value
            } catch {
                report(error.sentence, at: header.number)
            }
        }
        return chosen
    }

    /// The value as a field of this kind holds it; nil where it does not fit.
    func argument(_ raw: RawValue, for field: Field, of flow: Table) -> Value? {
        field.kind.argument(from: raw, among: flow.enumerations)
    }
}

/// Why a parameter cannot have the value that is chosen for it.
package struct UnfitParameter: Error, Equatable {
    /// Without its full stop, and without the place in a file: the caller adds both.
    package var sentence: String
}

extension Table {
    /// The parameter of this name, by its position among the variables, and the value that a file or a call chooses for it.
    package func parameter(
        _ name: String, choosing raw: RawValue
    ) throws(UnfitParameter) -> (position: Int, value: Value) {
        guard let (position, field) = parameter(named: name) else {
            let known = listed(parameters.map { variables[$0.variable].name })
            throw UnfitParameter(sentence: "parameter \(quoted(name)) is not one of \(self.name)'s: \(known)")
        }
        guard let value = field.kind.argument(from: raw, among: enumerations) else {
            let wanted = field.kind.description(among: enumerations)
            throw UnfitParameter(sentence: "parameter \(quoted(name)) must be \(wanted)")
        }
        return (position, value)
    }
}

extension Kind {
    /// Whether the value counts as absent: null does, and the empty text, unless the kind is a text that may be empty.
    fileprivate func isAbsent(_ raw: RawValue) -> Bool {
        guard raw == .text("") else { return raw == .null }
        guard case .text(let lengths) = self else { return true }
        return !lengths.contains(0)
    }

    /// The value of an argument that the app passes; nil where it does not fit.
    ///
    /// It is read as a field of a callback is, but stricter: a text is no number, and a number no text. Cases are found by name first.
    fileprivate func argument(from raw: RawValue, among enumerations: [Enumeration]) -> Value? {
        switch (self, raw) {
        case (.bool, .bool), (.integer, .integer), (.integer, .number), (.text, .text),
            (.duration, .integer), (.duration, .number):
            return value(from: raw, among: enumerations)
        case (.enumCase(let position), _):
            guard enumerations.indices.contains(position) else { return nil }
            return enumerations[position].named(raw).map { .enumCase($0) }
        case (.set(let position), .list(let elements)):
            guard enumerations.indices.contains(position) else { return nil }
            var bits: UInt64 = 0
            for element in elements {
                guard let place = enumerations[position].named(element), place < 64 else { return nil }
                bits |= 1 << UInt64(place)
            }
            return .set(bits)
        default:
            return nil
        }
    }
}

extension Enumeration {
    /// The case of that name, else of that code. The code `*`, which takes any other code, does not count: it would hide a misspelt name.
    fileprivate func named(_ raw: RawValue) -> Int? {
        if case .text(let name) = raw, let position = cases.firstIndex(where: { $0.name == name }) { return position }
        var listed = self
        for index in listed.cases.indices { listed.cases[index].codes.removeAll { $0 == .rest } }
        guard case .enumCase(let position)? = Kind.enumCase(of: 0).value(from: raw, among: [listed]) else { return nil }
        return position
    }
}
