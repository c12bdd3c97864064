import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayLog

/// The states of a run's flows and the rows of the root's flow to which a run came, or an exploration, each as the claim that nothing comes
/// there.
///
/// A claim names a row by its line and by the line in which its scope begins: so it means the same in a text that has fewer lines.
struct ReachedParts: Sendable {
    /// The positions of the root's states in its flow.
    private(set) var states: Set<Int> = []
    /// The same of each sub-flow, by its leg's name.
    private(set) var statesOfSubFlows: [String: Set<Int>] = [:]
    /// The rows that moved the run, by their positions in the flow's table.
    private(set) var rows: Set<Int> = []

    /// Notes the state in which the root begins.
    mutating func begin(in state: Int) { states.insert(state) }

    /// Notes that a sub-flow's leg stands in a state.
    mutating func note(_ state: Int, ofLeg name: String) { statesOfSubFlows[name, default: []].insert(state) }

    /// Notes a step of the root, and its row where the event was taken. A row that does not move the run is left out: an
    /// exploration makes no step for many of these, as where an answer does nothing but close its effect.
    mutating func note(_ told: EventRecord) {
        states.insert(told.outcome.state)
        if told.disposition == .taken, let row = told.row { rows.insert(row) }
    }

    /// The claims that this refutes.
    func refuted(in system: LoadedSystem) -> Set<String> {
        let lines = RowLines(of: system.text.flow)
        let ofSubFlows = statesOfSubFlows.flatMap { name, states in
            states.map { system.machine(ofLeg: name).claim(ofState: $0, ofLeg: name) }
        }
        return Set(states.map { system.machine.claim(ofState: $0) }).union(ofSubFlows)
            .union(rows.compactMap { lines.claim(ofLine: system.annotations.rowLines[$0]) })
    }

    /// The claims that an exploration of the system makes. Where one line has several rows, as for several events, it claims that nothing
    /// takes the line only if it should have tried all of them (`partsThatCount`) and has reached none.
    static func claims(of exploration: FlowExploration, in system: LoadedSystem) -> Set<String> {
        let (machine, reached) = (system.machine, exploration.reached)
        let lines = RowLines(of: system.text.flow)
        let source = SourceText(path: "", bytes: Array(system.text.flow.utf8))
        let rows = Dictionary(grouping: machine.rows.indices) { source.place(of: machine.rows[$0].range.lower).line }
        let unreached = rows.filter { _, rows in
            rows.allSatisfy { reached.partsThatCount.contains(.row($0)) && !reached.parts.contains(.row($0)) }
        }
        let ofSubFlows = reached.statesOfSubFlows.flatMap { name, states in
            let flow = system.machine(ofLeg: name)
            return flow.states.indices.filter { !states.contains($0) }.map { flow.claim(ofState: $0, ofLeg: name) }
        }
        return Set(machine.states.indices.filter { !reached.states.contains($0) }.map { machine.claim(ofState: $0) })
            .union(ofSubFlows).union(unreached.keys.compactMap { lines.claim(ofLine: $0) })
    }
}

extension Machine {
    /// `leg`: the name of the leg whose flow this is; nil for the root.
    fileprivate func claim(ofState state: Int, ofLeg leg: String? = nil) -> String {
        "nothing comes to \(leg.map { "\($0)." } ?? "")\(states[state].name.text)"
    }
}

/// The lines of a flow's text.
private struct RowLines {
    private let lines: [Substring]

    init(of text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The claim that no run takes the row in this line, counted from 1; nil where the text has no such line.
    func claim(ofLine line: Int) -> String? {
        guard lines.indices.contains(line - 1) else { return nil }
        let row = lines[line - 1]
        let scope = lines[..<(line - 1)].last { !$0.isEmpty && Self.indent(of: $0) < Self.indent(of: row) }
        let place = scope.map { " below '\($0.drop { $0 == " " })'" } ?? ""
        return "nothing takes '\(row.drop { $0 == " " })'\(place)"
    }

    private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }
}
