import FlowLanguage
import Keyway

extension Resolver {
    /// What is known of a child's flow; reports one that nobody knows.
    mutating func entry(of flow: Name) -> FlowDirectory.Entry {
        let entry = flows[flow.text]
        if case .unknown = entry {
            report(
                "there is no flow '\(flow.text)' among the given files and in the nearest Specs", at: flow.range,
                .unknownFlow)
        }
        return entry
    }

    /// The event that tells a child's end, made when it is first named.
    mutating func childEvent(_ child: Name, _ name: EventName) -> Int? {
        guard final(of: child, name.name) else { return nil }
        let full = "\(child.text).\(name.name.text)"
        if let known = events[full] { return known }
        events.insert(machine.events.count, for: Name(full, at: name.range))
        machine.events.append(
            .init(signature: EventSignature(name: full, origin: .child), documentation: [], range: name.range))
        return machine.events.count - 1
    }

    /// Whether the child has such a final, as far as that is known; reports if not.
    mutating func final(of child: Name, _ name: Name) -> Bool {
        guard let entry = known(child) else { return false }
        guard case .flow(let flow) = entry else { return true }
        let finals = flow.states.filter(\.isFinal).map(\.name.text)
        if finals.contains(name.text) { return true }
        reportUnknown(name, "final of '\(flow.name.text)' called", .unknownEvent, among: finals)
        return false
    }

    /// Begins a child: the command and its arguments are those of the child's flow.
    mutating func run(
        _ child: Name, _ command: Name, _ operands: [FlowLanguage.Operand], in environment: Environment,
        at range: SourceRange
    ) {
        guard let entry = known(child), case .flow(let flow) = entry else {
            for operand in operands where isKnown(operand, in: environment) {
                _ = term(operand, expecting: nil, in: environment)
            }
            return
        }
        let commands = flow.events.map(\.signature).filter { $0.origin == .command }
        guard let signature = commands.first(where: { $0.name == command.text }) else {
            return reportUnknown(
                command, "command of '\(flow.name.text)' called", .unknownEvent, among: commands.map(\.name))
        }
        var fields: [Field] = []
        for field in signature.fields {
            guard let kind = kind(field.kind, of: flow) else {
                return report(
                    "the '\(field.name)' of '\(child.text).\(command.text)' is of an enum of '\(flow.name.text)', which this file "
                        + "does not declare with the same cases", at: range, .typeMismatch)
            }
            var own = field
            own.kind = kind
            fields.append(own)
        }
        _ = terms(operands, fitting: fields, of: "\(child.text).\(command.text)", in: environment, at: range)
    }

    private mutating func known(_ child: Name) -> FlowDirectory.Entry? {
        if let entry = children[child.text] { return entry }
        reportUnknown(child, "child", .unknownEvent, among: children.keys.sorted())
        return nil
    }

    /// The kind of another flow's field as this flow names it: enums are one if their names and cases are.
    private func kind(_ kind: Kind, of flow: Machine) -> Kind? {
        func own(_ position: Int) -> Int? {
            let other = flow.enumerations[position]
            return machine.enumerations.firstIndex {
                $0.name == other.name && $0.cases.map(\.name) == other.cases.map(\.name)
            }
        }
        return switch kind {
        case .enumCase(let position): own(position).map { .enumCase(of: $0) }
        case .set(let position): own(position).map { .set(of: $0) }
        case .bool, .integer, .duration, .text: kind
        }
    }
}
