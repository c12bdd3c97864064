package import KeywayCore
import KeywayRuns

/// How two versions of a flow go together: a run follows the version that it began with, and the code that asks it may be of another one.
extension RunningFlow {
    /// Whether both are one flow in one version, so that positions of commands and effects mean the same.
    ///
    /// A node has one value for each version that it serves, so tables are rarely compared.
    package func isSameVersion(as other: RunningFlow) -> Bool { self === other || table == other.table }

    /// Whether code that knows the other version can tell where a run of this flow is: states, variables, timers and events are the same in
    /// both, in the same order, and so are the sub-flows.
    package func canBeRead(as other: RunningFlow) -> Bool {
        if isSameVersion(as: other) { return true }
        return table.name == other.table.name && table.hasSameStatesAndEvents(as: other.table)
            && children.count == other.children.count
            && zip(children, other.children).allSatisfy { $0.legName == $1.legName && $0.canBeRead(as: $1) }
    }

    /// The input as runs of this flow take it; nil where whoever asks believes in another flow, or in a version of it whose command
    /// this one does not have.
    ///
    /// - Parameter asked: the flow that whoever asks believes in; nil where any will do.
    func translated(_ input: Input, from asked: RunningFlow?) -> Input? {
        guard let asked, !asked.isSameVersion(as: self) else { return input }
        guard asked.table.name == table.name else { return nil }
        guard case .command(var command) = input else { return input }
        guard let theirs = asked.flow(ofLeg: command.leg), let own = flow(ofLeg: command.leg),
            theirs.table.events.indices.contains(command.position),
            let position = own.table.event(like: command.position, of: theirs.table),
            own.table.events[position].origin == .command
        else { return nil }
        command.position = position
        return .command(command)
    }

    /// The flow of the legs with this name, and the root's where the name is nil; nil where no sub-flow has the name.
    func flow(ofLeg name: String?) -> RunningFlow? { name.map { subFlow(named: $0) } ?? self }
}

extension Table {
    /// The event with the name and the fields of another table's; nil where there is none.
    func event(like position: Int, of other: Table) -> Int? {
        let wanted = other.events[position]
        return events.firstIndex { event in
            event.name == wanted.name && hasSameFields(event.fields, as: wanted.fields, of: other)
        }
    }

    /// Whether these fields of this table are those of the other: by name, kind and order.
    func hasSameFields(_ fields: [Field], as others: [Field], of other: Table) -> Bool {
        fields.count == others.count
            && zip(fields, others).allSatisfy { field, theirs in
                field.name == theirs.name && field.classification == theirs.classification
                    && field.isOptional == theirs.isOptional && hasSameKind(field.kind, as: theirs.kind, of: other)
            }
    }

    private func hasSameKind(_ kind: Kind, as theirs: Kind, of other: Table) -> Bool {
        switch (kind, theirs) {
        case (.enumCase(let place), .enumCase(let theirs)), (.set(let place), .set(let theirs)):
            enumerations[place].cases.map(\.name) == other.enumerations[theirs].cases.map(\.name)
        default: kind == theirs
        }
    }

    /// Whether states, variables, timers and events are the same, in the same order. Timers may wait for another time, so the names of
    /// their events, which tell that time, may differ.
    fileprivate func hasSameStatesAndEvents(as other: Table) -> Bool {
        states.map(\.name) == other.states.map(\.name) && states.map(\.isFinal) == other.states.map(\.isFinal)
            && hasSameFields(variables, as: other.variables, of: other)
            && timers.map(\.event) == other.timers.map(\.event) && events.count == other.events.count
            && zip(events, other.events).allSatisfy { event, theirs in
                guard event.origin == theirs.origin, hasSameFields(event.fields, as: theirs.fields, of: other) else {
                    return false
                }
                return if case .timer = event.origin { true } else { event.name == theirs.name }
            }
    }
}
