import FlowDiagram

/// What stands beside the edges of a diagram, gathered row by row: events that share guard and target are said together.
struct EdgeLabels {
    /// One row of a flow as a picture tells it.
    struct Row {
        var from: Diagram.Place
        var to: Diagram.Place
        /// Nil where no event is waited for, as in a choice.
        var event: String?
        /// Empty where there is none.
        var condition = ""
        /// Where in its group the row does not hold, though no other edge shows it.
        var exceptions: [String] = []
    }

    /// Longer guards are cut: the table has them whole.
    static let longestCondition = 64

    private struct Edge: Hashable {
        var from: Diagram.Place
        var to: Diagram.Place
    }

    private struct Circumstance: Hashable {
        var condition: String
        var exceptions: [String]
    }

    private var order: [Edge] = []
    private var circumstances: [Edge: [Circumstance]] = [:]
    private var events: [Edge: [Circumstance: [String]]] = [:]

    mutating func add(_ row: Row) {
        let edge = Edge(from: row.from, to: row.to)
        let circumstance = Circumstance(condition: row.condition, exceptions: row.exceptions)
        if circumstances[edge] == nil { order.append(edge) }
        if circumstances[edge]?.contains(circumstance) != true { circumstances[edge, default: []].append(circumstance) }
        guard let event = row.event else { return }
        let known = events[edge]?[circumstance] ?? []
        if !known.contains(event) { events[edge, default: [:]][circumstance] = known + [event] }
    }

    /// Adds the edges with their labels, in the order in which they were first met.
    func draw(into diagram: inout Diagram) {
        for edge in order {
            let labels = (circumstances[edge] ?? []).map { circumstance in
                Self.words(events[edge]?[circumstance] ?? [], circumstance)
            }
            diagram.addEdge(from: edge.from, to: edge.to, labels: labels.filter { !$0.isEmpty })
        }
    }

    private static func words(_ events: [String], _ circumstance: Circumstance) -> String {
        var condition = circumstance.condition
        if condition.count > longestCondition { condition = condition.prefix(longestCondition - 1) + "…" }
        var parts = [events.joined(separator: ", ")]
        if !condition.isEmpty { parts.append(events.isEmpty ? condition : "[\(condition)]") }
        if !circumstance.exceptions.isEmpty {
            parts.append("(not in \(circumstance.exceptions.joined(separator: ", ")))")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
