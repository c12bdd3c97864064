import FlowLanguage
import KeywayCore

extension Resolver {
    /// Declares a sub-flow, and an event for each final of its flow.
    mutating func declareChild(_ name: Name, _ flowName: Name, in scope: Int) {
        if let first = children[name.text] {
            return report(
                "child '\(name.text)' is declared twice", at: name.range, .duplicateName,
                see: .init("the first stands here", at: machine.children[first].name.range))
        }
        let position = machine.children.count
        children[name.text] = position
        machine.children.append(
            .init(name: name, flowName: flowName, scope: scope, flow: flow(named: flowName), endings: []))
        guard let flow = machine.children[position].flow?.machine else {
            return machine.unchecked.append(
                .init(what: "sub-flow '\(name.text)' of '\(flowName.text)'", range: name.range))
        }
        for (final, state) in flow.states.enumerated() where state.isFinal {
            let event = addEnding(
                "\(name.text).\(state.name.text)", of: position, keptFields(of: state, in: flow), at: name.range)
            machine.children[position].endings.append(.init(final: final, event: event))
        }
    }

    /// What a final keeps, as fields of the event that tells it, in the order of its `keeps`.
    private mutating func keptFields(of final: Machine.State, in flow: Machine) -> [Field] {
        final.keeps.map { variable in
            var field = flow.variables[variable].field
            field.kind = ownKind(of: field.kind, in: flow)
            return field
        }
    }

    /// What a child runs, if that is known and sound; reports a flow that nobody knows, and one that is a part of itself.
    private mutating func flow(named name: Name) -> Machine.Child.Flow? {
        switch entry(of: name.text) {
        case nil:
            let way = flows.way(from: name.text, to: spec.name.text) ?? []
            let names = ([spec.name.text] + way).map { "'\($0)'" }.joined(separator: " -> ")
            report("this flow would be a part of itself: \(names)", at: name.range, .cyclicFlow)
            return nil
        case .flow(let flow): return flow
        case .unsound, .unread: return nil
        case .unknown:
            report(
                "there is no flow '\(name.text)' among the given files and in the nearest Specs", at: name.range,
                .unknownFlow)
            return nil
        }
    }

    /// What is known of a flow; nil for one that this flow is a part of.
    mutating func entry(of name: String) -> FlowDirectory.Entry? {
        if let known = readFlows[name] { return known }
        guard flows.way(from: name, to: spec.name.text) == nil else { return nil }
        let entry = flows[name]
        readFlows[name] = entry
        return entry
    }

    private mutating func addEnding(
        _ name: String, of child: Int, _ fields: [Field] = [], at range: SourceRange
    ) -> Int {
        let event = machine.events.count
        events.insert(event, for: Name(name, at: range))
        machine.events.append(
            .init(
                signature: EventSignature(name: name, origin: .child(child), fields: fields), documentation: [],
                range: range))
        return event
    }

    /// The event that tells a child's end; of a flow that is not known it is made when it is first named.
    mutating func childEvent(_ child: Name, _ name: EventName) -> Int? {
        guard final(of: child, name.name), let position = children[child.text] else { return nil }
        let full = "\(child.text).\(name.name.text)"
        return events[full] ?? addEnding(full, of: position, at: name.range)
    }

    /// Whether the child has such a final, as far as that is known; reports if not.
    mutating func final(of child: Name, _ name: Name) -> Bool {
        guard let position = known(child) else { return false }
        guard let flow = machine.children[position].flow?.machine else { return true }
        let finals = flow.states.filter(\.isFinal).map(\.name.text)
        if finals.contains(name.text) { return true }
        reportUnknown(name, "final of '\(flow.name.text)' called", .unknownEvent, among: finals)
        return false
    }

    /// Begins a child: the command and its arguments are those of the child's flow.
    mutating func run(
        _ child: Name, _ name: Name, _ operands: [FlowLanguage.Operand], into body: inout Body,
        in environment: Environment, at range: SourceRange
    ) {
        guard let position = known(child), let flow = machine.children[position].flow?.machine else {
            for operand in operands where isKnown(operand, in: environment) {
                _ = term(operand, expecting: nil, in: environment)
            }
            return
        }
        guard let command = command(name, of: flow) else { return }
        var fields: [Field] = []
        for field in flow.events[command].signature.fields {
            guard let kind = knownKind(of: field.kind, in: flow) else {
                return report(
                    "the '\(field.name)' of '\(child.text).\(name.text)' is of an enum of '\(flow.name.text)', which this "
                        + "file does not declare with the same cases", at: range, .typeMismatch)
            }
            var own = field
            own.kind = kind
            fields.append(own)
        }
        guard
            let terms = terms(operands, fitting: fields, of: "\(child.text).\(name.text)", in: environment, at: range)
        else { return }
        body.orders.append(.init(content: .run(child: position, command: command, terms), range: range))
    }

    private mutating func command(_ name: Name, of flow: Machine) -> Int? {
        let commands = flow.events.indices.filter { flow.events[$0].signature.origin == .command }
        if let command = commands.first(where: { flow.events[$0].name == name.text }) { return command }
        reportUnknown(
            name, "command of '\(flow.name.text)' called", .unknownEvent, among: commands.map { flow.events[$0].name })
        return nil
    }

    private mutating func known(_ child: Name) -> Int? {
        if let position = children[child.text] { return position }
        reportUnknown(child, "child", .unknownEvent, among: children.keys.sorted())
        return nil
    }
}
