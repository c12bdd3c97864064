package import FlowDiagram
package import KeywayCore

/// The picture of a flow drawn from its table, for readers of a log who do not have the spec, and the edges along which steps lead.
///
/// A table has no groups, does not say which states wait for a person, and has guards without their words. An event that leads
/// to one place from at least half of the states, and from more than one, is drawn once, from the frame around all states.
package struct TableDiagram: Sendable {
    /// States and finals first, in the order of the table, so that a node's position is the state's; then the choices.
    package private(set) var diagram: Diagram
    /// For each choice of the table, its node. The table has a choice once for each event that leads to it, the diagram once.
    package let choices: [Int]
    /// The position of the edge from a state by an event to a node.
    private var departures: [Departure: Int] = [:]
    /// The position of the edge from a choice to a node; the key is the two nodes.
    private var branches: [[Int]: Int] = [:]

    /// An event that leads from a state to a node.
    private struct Departure: Hashable {
        var state: Int
        var event: Int
        var node: Int
    }

    /// Draws the picture.
    ///
    /// - Parameters:
    ///   - table: the flow's table.
    ///   - successes: the names of the finals that the spec declares as a success, which a table does not say.
    package init(of table: Table, successes: [String] = []) {
        let sketcher = TableSketcher(table, successes: successes)
        let labels = sketcher.edgeLabels()
        diagram = sketcher.diagram
        labels.draw(into: &diagram)
        choices = sketcher.choices
        let edges = Dictionary(diagram.edges.indices.map { ([diagram.edges[$0].from, diagram.edges[$0].to], $0) }) {
            first, _ in first
        }
        for move in sketcher.moves {
            let edge = edges[[sketcher.beginning(of: move), .node(move.node)]]
            departures[Departure(state: move.state, event: move.event, node: move.node)] = edge
            // A record names the event X also where a row for `stale X` decided.
            guard case .stale(of: let event) = table.events[move.event].origin else { continue }
            let departure = Departure(state: move.state, event: event, node: move.node)
            if departures[departure] == nil { departures[departure] = edge }
        }
        for branch in sketcher.branches {
            branches[[branch.choice, branch.node]] = edges[[.node(branch.choice), .node(branch.node)]]
        }
    }

    /// The positions of the edges along which a step led from a state to another, or to itself, through the choices between them.
    ///
    /// - Parameters:
    ///   - state: by its position in the table.
    ///   - event: by its position in the table; an event that moved nothing goes along no edge.
    ///   - choices: the choices that the step went through, by their positions in the table, in their order.
    ///   - end: the state or final to which the step led, by its position in the table.
    /// - Returns: the edges in their order; a move or branch that the table does not have is left out.
    package func edges(from state: Int, by event: Int, through choices: [Int], to end: Int) -> [Int] {
        let nodes = choices.compactMap { self.choices.indices.contains($0) ? self.choices[$0] : nil } + [end]
        let first = departures[Departure(state: state, event: event, node: nodes[0])]
        let rest = zip(nodes, nodes.dropFirst()).map { branches[[$0, $1]] }
        return ([first] + rest).compactMap { $0 }
    }

    /// Writes a text below the labels of an edge, in a line of its own.
    package mutating func note(_ text: String, atEdge edge: Int) {
        diagram.addEdge(from: diagram.edges[edge].from, to: diagram.edges[edge].to, labels: [text])
    }
}
