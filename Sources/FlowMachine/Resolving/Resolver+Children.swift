import FlowLanguage
import KeywayCore

extension Resolver {
    /// Declares a sub-flow, and an event for each final of its flow.
    mutating func declareChild(_ name: Name, _ flowName: Name, _ parameters: [Argument], in scope: Int) {
        if let first = children[name.text] {
            return report(
                "child '\(name.text)' is declared twice", at: name.range, .duplicateName,
                see: .init("the first stands here", at: machine.children[first].name.range))
        }
        let position = machine.children.count
        children[name.text] = position
        machine.children.append(
            .init(name: name, flowName: flowName, scope: scope, flow: flow(named: flowName), endings: []))
        machine.children[position].parameters = parameters.compactMap { parameter($0, of: position) }
        guard let flow = machine.children[position].flow?.machine else {
            return machine.unusableChildren.append(
                .init(what: "sub-flow '\(name.text)' of '\(flowName.text)'", range: name.range))
        }
        for (final, state) in flow.states.enumerated() where state.isFinal {
            let event = addEnding(
                "\(name.text).\(state.name.text)", of: position, keptFields(of: state, in: flow), at: name.range)
            machine.children[position].endings.append(.init(final: final, event: event))
        }
    }

    /// What the parent chooses for a parameter of the child's flow; nil after a report, and where the flow is not known.
    private mutating func parameter(_ argument: Argument, of child: Int) -> Machine.Child.Parameter? {
        guard let flow = machine.children[child].flow?.machine else { return nil }
        let name = argument.name
        guard let variable = flow.variables.firstIndex(where: { $0.isParameter && $0.field.name == name.text }) else {
            reportUnknown(
                name, "parameter of '\(flow.name.text)' called", .unknownParameter,
                among: flow.variables.filter(\.isParameter).map(\.field.name))
            return nil
        }
        if machine.children[child].parameters.contains(where: { $0.variable == variable }) {
            report("'\(name.text)' is given twice", at: name.range, .wrongArguments)
            return nil
        }
        var place = flow.variables[variable].field
        place.kind = kindImportingEnum(of: place.kind, in: flow)
        guard let typed = term(argument.value, expecting: place, in: .noFields),
            fits(typed, place, at: argument.value.range), isWithin(typed, place, at: argument.value.range)
        else { return nil }
        if case .variable(let position) = typed.term.content, !machine.variables[position].isParameter {
            report(
                "'\(typed.field.name)' changes while the run goes on: a sub-flow's parameter is a constant or one of this flow's",
                at: argument.value.range, .typeMismatch)
            return nil
        }
        return .init(variable: variable, term: typed.term)
    }

    /// The variables that a final of a child keeps, as fields of the event that tells the final, in the order of its `keeps`.
    private mutating func keptFields(of final: Machine.State, in flow: Machine) -> [Field] {
        final.keeps.map { variable in
            var field = flow.variables[variable].field
            field.kind = kindImportingEnum(of: field.kind, in: flow)
            return field
        }
    }

    /// The flow that a child runs; nil where the flow is not known, has errors, is nested too deep, or would be a part of itself.
    ///
    /// All of these are reported here, except errors of the flow, which are reported in its own file. Nothing is reported either where no
    /// search was made (`FlowDirectory.notSearched`).
    private mutating func flow(named name: Name) -> Machine.Child.Flow? {
        switch entry(of: name.text) {
        case nil:
            let way = flows.way(from: name.text, to: spec.name.text) ?? []
            let names = ([spec.name.text] + way).map { "'\($0)'" }.joined(separator: " -> ")
            report("this flow would be a part of itself: \(names)", at: name.range, .cyclicFlow)
            return nil
        case .flow(let flow):
            guard flow.machine.depth < Table.greatestDepth else {
                report(
                    "more than \(Table.greatestDepth) flows are nested here, and no log reads so many",
                    at: name.range, .nestedTooDeep)
                return nil
            }
            return flow
        case .unsound, .notSearched: return nil
        case .unknown(let place):
            report("there is no flow '\(name.text)' \(place)", at: name.range, .unknownFlow)
            return nil
        }
    }

    /// What is known of the flow of this name; nil where that flow is the one that is being resolved, or contains it.
    mutating func entry(of name: String) -> FlowDirectory.Entry? {
        if let known = readFlows[name] { return known }
        guard flows.way(from: name, to: spec.name.text) == nil else { return nil }
        let entry = flows[name]
        readFlows[name] = entry
        return entry
    }

    /// Adds the event that tells an end of the child at this position, and returns the event's position.
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

    /// The position of the event that tells this final of a child; nil after a report.
    ///
    /// Where the child's flow is not known, its finals are not known either: the event is made when a row first names it.
    mutating func childEvent(_ child: Name, _ name: EventName) -> Int? {
        guard hasFinal(child, name.name), let position = children[child.text] else { return nil }
        let full = "\(child.text).\(name.name.text)"
        return events[full] ?? addEnding(full, of: position, at: name.range)
    }

    /// Whether the child has a final of this name; true also where the child's flow is not known. Reports a name that it does not have.
    mutating func hasFinal(_ child: Name, _ name: Name) -> Bool {
        guard let position = known(child) else { return false }
        guard let flow = machine.children[position].flow?.machine else { return true }
        let finals = flow.states.filter(\.isFinal).map(\.name.text)
        if finals.contains(name.text) { return true }
        reportUnknown(name, "final of '\(flow.name.text)' called", .unknownEvent, among: finals)
        return false
    }

    /// Resolves `run child.command(...)`; the command and the kinds of its arguments are those of the child's flow.
    mutating func run(
        _ child: Name, _ name: Name, _ operands: [FlowLanguage.Operand], into body: inout Body,
        in environment: Environment, at range: SourceRange
    ) {
        guard let position = known(child), let flow = machine.children[position].flow?.machine else {
            // Without the child's flow the kinds of the arguments are not known, so only their names are looked up.
            for operand in operands where isKnown(operand, in: environment) {
                _ = term(operand, expecting: nil, in: environment)
            }
            return
        }
        guard let command = command(name, of: flow) else { return }
        var fields: [Field] = []
        for field in flow.events[command].signature.fields {
            guard let kind = kindOfKnownEnum(of: field.kind, in: flow) else {
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

    /// The position of the command among the events of the child's flow; nil after a report.
    private mutating func command(_ name: Name, of flow: Machine) -> Int? {
        let commands = flow.events.indices.filter { flow.events[$0].signature.origin == .command }
        if let command = commands.first(where: { flow.events[$0].name == name.text }) { return command }
        reportUnknown(
            name, "command of '\(flow.name.text)' called", .unknownEvent, among: commands.map { flow.events[$0].name })
        return nil
    }

    /// The position of the child of this name; nil after a report.
    private mutating func known(_ child: Name) -> Int? {
        if let position = children[child.text] { return position }
        reportUnknown(child, "child", .unknownEvent, among: children.keys.sorted())
        return nil
    }
}
