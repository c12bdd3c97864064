import FlowDiagram
import FlowLanguage
import FlowMachine
import KeywayCore

/// Makes the nodes, groups and edges of a diagram from a machine.
struct FlowSketcher {
    let machine: Machine
    private let source: SourceText
    private let ends: EndKinds
    var diagram: Diagram
    var labels = EdgeLabels()
    /// For each scope of the machine that is drawn as a group, the position of that group in the diagram.
    ///
    /// States are not drawn as groups; the file is in the picture for people, not in the graph for programs.
    private var groups: [Int: Int] = [:]
    /// The diagram's node for each state and final, by its position in the machine.
    private(set) var states: [Int] = []
    /// The diagram's node for each choice, by its position in the machine; empty in the graph of pairs.
    private var choices: [Int] = []

    init(_ machine: Machine, _ source: SourceText) {
        self.machine = machine
        self.source = source
        ends = EndKinds(machine)
        diagram = Diagram(title: "\(machine.name.text) \(machine.version)")
        diagram.summary = summary
    }

    /// The picture for people: each row that moves, drawn from its group where it decides in at least half of the group's states, and in
    /// more than one.
    mutating func drawn() -> Diagram {
        groups[0] = diagram.addGroup(machine.name.text)
        addGroups()
        addStates()
        for choice in machine.choices.indices {
            choices.append(diagram.addNode(machine.choices[choice].name.text, .choice, in: group(for: choice)))
        }
        for row in machine.rows.indices { draw(row) }
        for (position, choice) in machine.choices.enumerated() {
            for branch in choice.branches {
                labels.add(
                    .init(
                        from: .node(choices[position]), to: .node(node(of: branch.target)),
                        condition: condition(of: branch, in: choice)))
            }
        }
        labels.draw(into: &diagram)
        return diagram
    }

    /// Adds the edges of the row at this position, if the row moves.
    private mutating func draw(_ position: Int) {
        let row = machine.rows[position]
        guard case .move(let target) = row.verdict else { return }
        let to = Diagram.Place.node(node(of: target))
        var drawing = EdgeLabels.Row(
            from: to, to: to, event: machine.events[row.event].name, condition: condition(of: row))
        let all = liveStates(in: row.scope)
        let deciding = all.filter { decides(row.scope, row.event, in: $0) }
        if let group = groups[row.scope], deciding.count > 1, 2 * deciding.count >= all.count {
            drawing.from = .group(group)
            drawing.exceptions = exceptions(among: all.filter { !deciding.contains($0) }, to: row.event, of: row.scope)
            labels.add(drawing)
        } else {
            for state in deciding {
                drawing.from = .node(states[state])
                labels.add(drawing)
            }
        }
    }

    /// The names of the states among `others` that keep the event's timer from firing (`hold`), or in which a row further inside decides
    /// the event and does not move the run. No edge leads from there, so the label of the group's edge must name them as exceptions.
    ///
    /// Where all states of a group inside `scope` are exceptions, the group's name stands for them.
    private func exceptions(among others: [Int], to event: Int, of scope: Int) -> [String] {
        let quiet = others.filter { state in
            if machine.hold(of: event, in: state) != nil { return true }
            guard case .rows(let rows, scope: _) = machine.decider(of: event, in: state) else { return false }
            return !rows.contains { if case .move = machine.rows[$0].verdict { true } else { false } }
        }
        var names: [String] = []
        for state in quiet {
            let around = machine.scopes(around: state).dropFirst().prefix { $0 != scope }
            let whole = around.last { liveStates(in: $0).allSatisfy(quiet.contains) }
            let name = whole.map { machine.scopes[$0].name.text } ?? machine.states[state].name.text
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Whether the rows of this very scope decide the event in the state; none does in a state that keeps the event's timer from firing.
    private func decides(_ scope: Int, _ event: Int, in state: Int) -> Bool {
        guard machine.hold(of: event, in: state) == nil,
            case .rows(_, scope: let decider) = machine.decider(of: event, in: state)
        else { return false }
        return decider == scope
    }

    /// The states inside the scope, at any depth, without finals.
    private func liveStates(in scope: Int) -> [Int] {
        machine.liveStates.filter { machine.scopes(around: $0).contains(scope) }
    }

    // MARK: - Places

    mutating func addGroups() {
        for (position, scope) in machine.scopes.enumerated() where scope.kind == .group {
            groups[position] = diagram.addGroup(scope.name.text, in: scope.parent.flatMap { groups[$0] })
        }
    }

    mutating func addStates() {
        for (position, state) in machine.states.enumerated() {
            let group = machine.scopes(around: position).compactMap { groups[$0] }.first
            let kind = state.isFinal ? ends.kind(of: position) : state.waitsForUser ? .waitsForUser : .state
            states.append(
                diagram.addNode(state.name.text, kind, in: state.isFinal ? nil : group, isInitial: position == 0))
        }
    }

    private func node(of target: Machine.Target) -> Int {
        switch target {
        case .state(let state): states[state]
        case .choice(let choice): choices[choice]
        }
    }

    /// The diagram's group in which the choice is drawn.
    ///
    /// It is the innermost group around all states that lead to the choice and all states, finals left out, that the choice leads to: a run
    /// never waits in a choice, so the choice may stand where its lines are short. But where that group lies outside of the scope that
    /// declares the choice, the choice is drawn in the innermost group that is the declaring scope or lies around it. Nil where no group
    /// is drawn.
    private func group(for choice: Int) -> Int? {
        let declared = machine.choices[choice].scope
        var around: Set<Int> = Set(
            machine.destinations(of: .choice(choice)).filter { !machine.states[$0].isFinal })
        for row in machine.rows {
            guard case .move(let target) = row.verdict, passes(target, choice) else { continue }
            around.formUnion(liveStates(in: row.scope).filter { decides(row.scope, row.event, in: $0) })
        }
        let shared = around.min().flatMap { first in
            machine.scopes(around: first).first { scope in
                groups[scope] != nil && around.allSatisfy { machine.scopes(around: $0).contains(scope) }
            }
        }
        guard let shared, machine.scopes(from: shared).contains(declared) else {
            return machine.scopes(from: declared).lazy.compactMap { groups[$0] }.first
        }
        return groups[shared]
    }

    /// Whether a row with this target goes through the choice, directly or behind other choices.
    private func passes(_ target: Machine.Target, _ choice: Int) -> Bool {
        machine.choices(behind: target).contains(choice)
    }

    // MARK: - Words

    /// The words of the row's guard; empty where all rows of its scope for its event lead to the same place, so that the guard
    /// would tell nothing.
    func condition(of row: Machine.Row) -> String {
        guard !machine.rows(in: row.scope, for: row.event).allSatisfy({ machine.rows[$0].verdict == row.verdict })
        else { return "" }
        return SpecWords(machine: machine, source: source, fields: machine.events[row.event].signature.fields)
            .condition(row.condition)
    }

    /// The words of the branch's guard; empty where every branch leads to the same place.
    func condition(of branch: Machine.Choice.Branch, in choice: Machine.Choice) -> String {
        guard !choice.branches.allSatisfy({ $0.target == branch.target }) else { return "" }
        return SpecWords(machine: machine, source: source).condition(branch.condition)
    }

    /// The spec's documentation, where the flow begins and how it ends: the diagram as text, for readers who cannot see
    /// it.
    private var summary: String {
        let finals = machine.states.indices.filter { machine.states[$0].isFinal }.map { state in
            let name = machine.states[state].name.text
            return switch ends.kind(of: state) {
            case .success: "\(name) (success)"
            case .failure: "\(name) (failure)"
            default: name
            }
        }
        var sentences = machine.documentation
        if let first = machine.states.first { sentences.append("The flow begins in \(first.name.text).") }
        if !finals.isEmpty { sentences.append("It ends in \(finals.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }
}
