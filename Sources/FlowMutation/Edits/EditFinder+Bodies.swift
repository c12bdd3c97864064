import FlowLanguage
import FlowMachine
import KeywayCore

extension EditFinder {
    /// Adds the edits of a body's orders.
    ///
    /// - Parameter emptied: what is left out with an order that is the body's only one: the body itself or, for the body of an `enter`, the
    ///   whole `enter`.
    mutating func find(in body: FlowLanguage.Body, emptied: SourceRange) {
        for (place, order) in body.orders.enumerated() {
            switch order.content {
            case .keep(let fields): dropKept(fields, at: place, of: body, emptied: emptied)
            case .assign(let variable, let sign, let value):
                dropOrder(at: place, of: body, emptied: emptied, as: .assignment)
                guard sign == .assign, let field = field(ofVariable: variable.text) else { continue }
                revalue(value, for: field, among: machine.enumerations)
            case .set(_, let duration):
                dropOrder(at: place, of: body, emptied: emptied, as: .order)
                if case .duration(let time) = duration.content { rescale(Located(time, at: duration.range)) }
            case .clear, .take: dropOrder(at: place, of: body, emptied: emptied, as: .order)
            case .run(let child, let command, let arguments):
                dropOrder(at: place, of: body, emptied: emptied, as: .order)
                let flow = machine.children.first { $0.name.text == child.text }?.flow?.machine
                let called = flow?.events.first { $0.name == command.text && $0.signature.origin == .command }
                find(in: arguments, of: called?.signature.fields ?? [], among: flow?.enumerations ?? [])
            case .perform(let effect, let arguments):
                dropOrder(at: place, of: body, emptied: emptied, as: .order)
                let fields = machine.effects.first { $0.name == effect.text }?.signature.fields ?? []
                find(in: arguments, of: fields, among: machine.enumerations)
            }
        }
    }

    /// Adds the edits that leave out a name of a `keep`; where the `keep` has one name alone, the whole order is left out.
    private mutating func dropKept(
        _ fields: [Name], at place: Int, of body: FlowLanguage.Body, emptied: SourceRange
    ) {
        if fields.count > 1 {
            dropEach(of: fields.map(\.range), as: .keep)
        } else {
            dropOrder(at: place, of: body, emptied: emptied, as: .keep)
        }
    }

    /// Adds the edit that leaves out one order: the others are written anew or, where there are none, `emptied` is left out.
    private mutating func dropOrder(
        at place: Int, of body: FlowLanguage.Body, emptied: SourceRange, as kind: MutationOperator
    ) {
        let dropped = body.orders[place].range
        var others = body.orders
        others.remove(at: place)
        let what = "drop '\(source.brief(dropped))'"
        guard !others.isEmpty else {
            edits.append(Edit(kind, emptied, with: "", at: dropped.lower, what))
            return
        }
        let words = others.map { source.inOneLine($0.range) }.joined(separator: "; ")
        edits.append(Edit(kind, body.range, with: "{ \(words) }", at: dropped.lower, what))
    }

    /// Adds the edits of an order's arguments: other values, and two arguments of one type and one class in each other's place.
    private mutating func find(
        in arguments: [FlowLanguage.Operand], of fields: [Field], among enumerations: [Enumeration]
    ) {
        guard arguments.count == fields.count else { return }
        for (argument, field) in zip(arguments, fields) { revalue(argument, for: field, among: enumerations) }
        for first in arguments.indices {
            for second in arguments.indices.dropFirst(first + 1)
            where fields[first].isInterchangeable(with: fields[second]) {
                let (one, other) = (source.inOneLine(arguments[first].range), source.inOneLine(arguments[second].range))
                guard one != other else { continue }
                let between = source.inOneLine(
                    SourceRange(arguments[first].range.upper, arguments[second].range.lower))
                edits.append(
                    Edit(
                        .swap, arguments[first].range.through(arguments[second].range), with: other + between + one,
                        "'\(one)' and '\(other)' change places"))
            }
        }
    }

    /// Adds the edits that put every other case of an enum, or the other of `true` and `false`, in the value's place.
    private mutating func revalue(_ value: FlowLanguage.Operand, for field: Field, among enumerations: [Enumeration]) {
        switch (value.content, field.kind) {
        case (.name(let parts), .enumCase(let position)):
            guard parts.count == 1, enumerations.indices.contains(position) else { return }
            let cases = enumerations[position].cases.map(\.name)
            // The name may be that of a variable or field of the event.
            guard cases.contains(parts[0]) else { return }
            for other in cases where other != parts[0] {
                edits.append(Edit(.value, value.range, with: other, "'\(parts[0])' becomes '\(other)'"))
            }
        case (.bool(let truth), .bool):
            edits.append(Edit(.value, value.range, with: "\(!truth)", "'\(truth)' becomes '\(!truth)'"))
        default: break
        }
    }

    private func field(ofVariable name: String) -> Field? {
        machine.variables.first { $0.field.name == name }?.field
    }
}

extension Field {
    /// Whether the fields have one type and one class, so that an argument for either may stand in the other's place.
    fileprivate func isInterchangeable(with other: Field) -> Bool {
        kind == other.kind && classification == other.classification
    }
}
