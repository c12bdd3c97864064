import FlowDiagram

/// What stands beside the edges of a diagram, gathered row by row.
///
/// Events that share guard and target are said together, and so are the guards of the same events.
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
        for edge in order { diagram.addEdge(from: edge.from, to: edge.to, labels: words(for: edge)) }
    }

    private func words(for edge: Edge) -> [String] {
        var meetings: [Meeting] = []
        var conditions: [Meeting: [String]] = [:]
        for circumstance in circumstances[edge] ?? [] {
            let meeting = Meeting(
                events: events[edge]?[circumstance] ?? [], exceptions: circumstance.exceptions,
                isGuarded: !circumstance.condition.isEmpty)
            if conditions[meeting] == nil { meetings.append(meeting) }
            conditions[meeting, default: []].append(Self.cut(circumstance.condition))
        }
        return meetings.map { $0.words(conditions[$0] ?? []) }.filter { !$0.isEmpty }
    }

    private static func cut(_ condition: String) -> String {
        condition.count > longestCondition ? condition.prefix(longestCondition - 1) + "…" : condition
    }

    /// Events that lead along an edge together, each under every one of some conditions.
    private struct Meeting: Hashable {
        var events: [String]
        var exceptions: [String]
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
