import FlowDiagram
import KeywayCore

/// Makes the nodes and edges of a diagram from a table.
struct TableSketcher {
    /// A way out of a state: the event leads from the state to the node.
    struct Move: Hashable {
        var state: Int
        var event: Int
        /// The node of a state, a final or a choice.
        var node: Int
    }

    /// A way out of a choice; choice and target are nodes of the diagram.
    struct Branch: Hashable {
        var choice: Int
        var node: Int
    }

    let table: Table
    /// The names of the finals that are successes.
    private let successes: [String]
    private(set) var diagram: Diagram
    /// The node of each choice of the table; several choices of one name, one for each event, share a node.
    private(set) var choices: [Int] = []
    /// Every move that the table can make, by states and then by events.
    private(set) var moves: [Move] = []
    /// Every branch that a choice can take.
    private(set) var branches: [Branch] = []
    /// The states from which an event leads to a node.
    private var origins: [Arrival: [Int]] = [:]
    /// The cells in which the event moves nothing, each as the positions of its state and its event.
    private var quietCells: Set<[Int]> = []

    private struct Arrival: Hashable {
        var event: String
        var node: Int
    }

    init(_ table: Table, successes: [String]) {
        self.table = table
        self.successes = successes
        diagram = Diagram(title: "\(table.name) \(table.version)", summary: Self.summary(of: table))
        let frame = diagram.addGroup(table.name)
        for (position, state) in table.states.enumerated() {
            diagram.addNode(
                state.name, state.isFinal ? kind(ofFinal: position) : .state, in: state.isFinal ? nil : frame,
                isInitial: position == 0)
        }
        var nodes: [String: Int] = [:]
        for choice in table.choices {
            let node = nodes[choice.name] ?? diagram.addNode(choice.name, .choice, in: frame)
            nodes[choice.name] = node
            choices.append(node)
        }
        findMoves()
        findBranches()
    }

    /// The states that are no finals.
    private var liveStates: [Int] { table.states.indices.filter { !table.states[$0].isFinal } }

    private mutating func findMoves() {
        for state in liveStates {
            for event in table.events.indices {
                let nodes = targets(of: event, in: state).map(node)
                if nodes.isEmpty { quietCells.insert([state, event]) }
                for node in nodes {
                    let move = Move(state: state, event: event, node: node)
                    moves.append(move)
                    origins[arrival(move), default: []].append(state)
                }
            }
        }
    }

    private mutating func findBranches() {
        for (position, choice) in table.choices.enumerated() {
            for branch in ends(of: choice.entry) where table.branches.indices.contains(branch) {
                let way = Branch(choice: choices[position], node: node(table.branches[branch].target))
                if !branches.contains(way) { branches.append(way) }
            }
        }
    }

    /// The different targets of the rows to which the questions of a cell, the tests of its guards, may lead; none where the state
    /// holds the event's timer back, so that it does not fire there, whatever the cell says.
    private func targets(of event: Int, in state: Int) -> [Table.Target] {
        if case .timer(let timer) = table.events[event].origin, table.states[state].holds.contains(timer) { return [] }
        guard let entry = table.cells[state * table.events.count + event] else { return [] }
        var targets: [Table.Target] = []
        for row in ends(of: entry) where table.rows.indices.contains(row) {
            guard case .move(let target) = table.rows[row].verdict, !targets.contains(target) else { continue }
            targets.append(target)
        }
        return targets
    }

    /// The rows or branches to which questions may lead, each once; those behind a yes before those behind a no.
    private func ends(of entry: Table.Question.Next) -> [Int] {
        var ends: [Int] = []
        var asked: Set<Int> = []
        var open = [entry]
        while let next = open.popLast() {
            switch next {
            case .row(let row): if !ends.contains(row) { ends.append(row) }
            case .question(let question):
                guard table.questions.indices.contains(question), asked.insert(question).inserted else { continue }
                open += [table.questions[question].ifFalse, table.questions[question].ifTrue]
            }
        }
        return ends
    }

    private func node(_ target: Table.Target) -> Int {
        switch target {
        case .state(let state): state
        case .choice(let choice): choices[choice]
        }
    }

    // MARK: - Edges

    /// Every move and branch as an edge with its label.
    func edgeLabels() -> EdgeLabels {
        var labels = EdgeLabels()
        for move in moves {
            let place = beginning(of: move)
            labels.add(
                EdgeLabels.Row(
                    from: place, to: .node(move.node), event: table.events[move.event].name,
                    exceptions: place == .group(0) ? exceptions(to: move) : []))
        }
        for branch in branches { labels.add(EdgeLabels.Row(from: .node(branch.choice), to: .node(branch.node))) }
        return labels
    }

    /// Where the edge of a move begins: at the frame around all states, group 0, if the event leads to the node from at least half of
    /// them; else at the move's own state.
    func beginning(of move: Move) -> Diagram.Place {
        let count = origins[arrival(move)]?.count ?? 0
        return count > 1 && 2 * count >= liveStates.count ? .group(0) : .node(move.state)
    }

    /// The event's name and the node of a move.
    ///
    /// A timer without a name of its own is called as it is written, `after 30s`; those of several states count as one event in
    /// the picture.
    private func arrival(_ move: Move) -> Arrival { Arrival(event: table.events[move.event].name, node: move.node) }

    /// The names of the states in which the event moves nothing: an edge from the frame around all states would say otherwise, so its label
    /// names them.
    private func exceptions(to move: Move) -> [String] {
        let alike = table.events.indices.filter { table.events[$0].name == table.events[move.event].name }
        return liveStates.filter { state in alike.allSatisfy { quietCells.contains([state, $0]) } }
            .map { table.states[$0].name }
    }

    // MARK: - Finals and the summary

    /// Which end the final is drawn as: a success if `successes` names it, else a failure if the timer of the file's `within` leads
    /// to it.
    private func kind(ofFinal final: Int) -> Diagram.Kind {
        if successes.contains(table.states[final].name) { return .success }
        guard let session = table.sessionTimer, table.timers.indices.contains(session) else { return .end }
        let event = table.timers[session].event
        return liveStates.contains { targets(of: event, in: $0).contains(.state(final)) } ? .failure : .end
    }

    /// Where the flow begins and how it ends: the diagram as text, for readers who cannot see it.
    private static func summary(of table: Table) -> String {
        let finals = table.states.filter(\.isFinal).map(\.name)
        var sentences: [String] = []
        if let first = table.states.first { sentences.append("The flow begins in \(first.name).") }
        if !finals.isEmpty { sentences.append("It ends in \(finals.joined(separator: ", ")).") }
        return sentences.joined(separator: " ")
    }
}
