import FlowLanguage
import FlowMachine
import KeywayCore

/// The rows of a machine with their guards and bodies by position, and what decides each cell.
struct PreparedRows {
    typealias Row = PreparedFlow.Row
    typealias ChoiceUse = PreparedFlow.ChoiceUse

    let machine: Machine
    /// Which variables make a difference to a guard, and whether by their value or by their presence alone.
    let tracking: TrackedVariables
    /// What decides each event in each live state, by the state and then by the event.
    private(set) var deciders: [[PreparedFlow.Decider]] = []
    /// The rows of one scope that decide one event together, for each scope and event that has any.
    private(set) var groups: [PreparedFlow.RowGroup] = []
    /// The branches of each choice, once for each event that leads to it.
    private(set) var branches: [ChoiceUse: [PreparedFlow.Branch]] = [:]
    /// An event whose fields can make a difference in too many ways to go through them all; nil where there is none.
    private(set) var eventWithTooManyVariants: Int?

    init(of machine: Machine, _ tracking: TrackedVariables) {
        self.machine = machine
        self.tracking = tracking
        var groupsOfScope = machine.scopes.map { _ in [(event: Int, group: Int)]() }
        for group in machine.rowGroups {
            groupsOfScope[group.scope].append((group.event, groups.count))
            prepare(group)
        }
        deciders = machine.liveStates.map { deciders(in: $0, groupsOfScope) }
    }

    private mutating func prepare(_ group: Machine.RowGroup) {
        let fields = machine.events[group.event].signature.fields
        let rows = group.rows.map { position -> Row in
            let row = machine.rows[position]
            prepareChoices(from: row.verdict, for: group.event)
            return Row(
                clause: Clause(row.condition, fields: fields), verdict: row.verdict,
                body: PreparedBody(row.body, fields: fields, in: machine))
        }
        let variants = fieldVariants(of: rows, event: group.event)
        if !variants.areAll { eventWithTooManyVariants = group.event }
        groups.append(.init(rows: rows, variants: variants.ways))
    }

    /// Prepares the branches of the choice that the verdict leads to, and of the choices behind it, for this event.
    private mutating func prepareChoices(from verdict: Machine.Row.Verdict, for event: Int) {
        guard case .move(let target) = verdict else { return }
        let fields = machine.events[event].signature.fields
        var open = [target]
        while let target = open.popLast() {
            guard case .choice(let choice) = target else { continue }
            let use = ChoiceUse(choice: choice, event: event)
            guard branches[use] == nil else { continue }
            branches[use] = machine.choices[choice].branches.map {
                PreparedFlow.Branch(
                    clause: Clause($0.condition, fields: []), target: $0.target,
                    body: PreparedBody($0.body, fields: fields, in: machine))
            }
            open += machine.choices[choice].branches.map(\.target)
        }
    }

    /// What decides each event in the state: the rows of its innermost scope that names the event, else an `other` row.
    private func deciders(
        in state: Int, _ groupsOfScope: [[(event: Int, group: Int)]]
    ) -> [PreparedFlow.Decider] {
        let scopes = machine.scopes(around: state)
        let otherRows = scopes.flatMap { machine.scopes[$0].otherRows }
        var deciders = machine.events.map { event -> PreparedFlow.Decider in
            otherRows.contains { $0.verb.covers(event.signature.origin) } ? .other : .nobody
        }
        for scope in scopes.reversed() {
            for (event, group) in groupsOfScope[scope] { deciders[event] = .rows(group) }
        }
        return deciders
    }

    /// Every body that the rows can run with the event's fields in sight.
    func bodies(of rows: [Row], event: Int) -> [PreparedBody] {
        var bodies = rows.map(\.body)
        var seen: Set<Machine.Target> = []
        var open = rows.compactMap { if case .move(let target) = $0.verdict { target } else { nil } }
        while let target = open.popLast() {
            guard case .choice(let choice) = target, seen.insert(target).inserted else { continue }
            for branch in branches[ChoiceUse(choice: choice, event: event)] ?? [] {
                bodies.append(branch.body)
                open.append(branch.target)
            }
        }
        return bodies
    }
}
