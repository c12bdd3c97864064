import FlowDiagram

/// Collects the edges of a diagram row by row, and writes the labels beside each.
///
/// Events that lead along one edge under the same guard and with the same exceptions share a label: `a, b [x > 0]`. So do
/// several guards of the same events: `a [x or y]`.
struct EdgeLabels {
    /// One row of a flow, or one branch of a choice, as the picture shows it.
    struct Row {
        var from: Diagram.Place
        var to: Diagram.Place
        /// The event's name; nil for a branch of a choice, which has no event of its own.
        var event: String?
        /// The guard in the words of the spec; empty where the label needs none.
        var condition = ""
        /// For an edge from a group: the names of states and groups inside it in which the event does not move the run.
        var exceptions: [String] = []
    }

    /// How many characters of a guard a label shows; the pages of `keyway table` have longer guards whole.
    static let longestCondition = 64

    private struct Edge: Hashable {
        var from: Diagram.Place
        var to: Diagram.Place
    }

    /// The guard of a row of an edge, and the places in which the row does not hold.
    private struct Circumstance: Hashable {
        var condition: String
        var exceptions: [String]
    }

    /// The edges in the order in which their first rows were added.
    private var order: [Edge] = []
    /// The circumstances under which events lead along an edge, in the order in which they were added.
    private var circumstances: [Edge: [Circumstance]] = [:]
    /// The names of the events that lead along an edge under one circumstance.
    private var events: [Edge: [Circumstance: [String]]] = [:]

    /// Notes a row; a row whose edge, guard, exceptions and event are all known already changes nothing.
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
        for edge in order { diagram.addEdge(from: edge.from, to: edge.to, labels: words(for: edge)) }
    }

    /// The labels of an edge, one line each.
    private func words(for edge: Edge) -> [String] {
        var labels: [Label] = []
        var conditions: [Label: [String]] = [:]
        for circumstance in circumstances[edge] ?? [] {
            let label = Label(
                events: events[edge]?[circumstance] ?? [], exceptions: circumstance.exceptions,
                isGuarded: !circumstance.condition.isEmpty)
            if conditions[label] == nil { labels.append(label) }
            // Two long guards may be equal once they are cut.
            let condition = Self.cut(circumstance.condition)
            if conditions[label]?.contains(condition) != true { conditions[label, default: []].append(condition) }
        }
        return labels.map { $0.words(conditions[$0] ?? []) }.filter { !$0.isEmpty }
    }

    /// The guard, with `…` in place of what is longer than a label shows.
    private static func cut(_ condition: String) -> String {
        condition.count > longestCondition ? condition.prefix(longestCondition - 1) + "…" : condition
    }

    /// One label: events that lead along an edge under the same guards, so that they and the guards are written once.
    private struct Label: Hashable {
        var events: [String]
        var exceptions: [String]
        /// Whether the events lead along the edge under a guard; a label without guards stays apart from one with guards.
        var isGuarded: Bool

        func words(_ conditions: [String]) -> String {
            var parts = [events.joined(separator: ", ")]
            if isGuarded {
                let condition = conditions.joined(separator: " or ")
                parts.append(events.isEmpty ? condition : "[\(condition)]")
            }
            if !exceptions.isEmpty { parts.append("(not in \(exceptions.joined(separator: ", ")))") }
            return parts.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
