import FlowLanguage
import FlowMachine
import KeywayCore

/// The states and finals, each with where it leads.
struct StatesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let machine = flow.machine
        let width = machine.states.count <= 256 ? 8 : 16
        writer.documentation(["What a run is waiting for, or how it ended."])
        writer.block("public enum State: UInt\(width), FlowState") { writer in
            for (position, state) in machine.states.enumerated() {
                if state.isFinal, position > 0, !machine.states[position - 1].isFinal { writer.line() }
                writer.documentation(state.documentation)
                writer.documentation([state.isFinal ? ending(state) : leads(from: position)])
                writer.line("case \(SwiftIdentifier.escaped(state.name.text))")
            }
            writer.line()
            writer.documentation(["Whether runs end here."])
            writer.block("public var isFinal: Bool") { writer in
                let (finals, live) = (names { $0.isFinal }, names { !$0.isFinal })
                writer.choice("self") { writer in
                    if !live.isEmpty { writer.patterns(live, ": false") }
                    if !finals.isEmpty { writer.patterns(finals, ": true") }
                }
            }
        }
    }

    private func names(of isMeant: (Machine.State) -> Bool) -> [String] {
        flow.machine.states.filter(isMeant).map { SwiftIdentifier.member($0.name.text) }
    }

    private func ending(_ state: Machine.State) -> String {
        let kept = state.keeps.map { "`\(flow.machine.variables[$0].field.name)`" }
        return kept.isEmpty ? "Ends the run." : "Ends the run, which keeps \(kept.joined(separator: ", "))."
    }

    private func leads(from state: Int) -> String {
        let machine = flow.machine
        let targets = machine.destinations(from: state).filter { $0 != state }
        let wait = machine.states[state].waitsForUser ? "Waits for the person. " : ""
        guard !targets.isEmpty else { return wait + "Leads nowhere." }
        return wait + "Leads to " + targets.map { "`\(machine.states[$0].name.text)`" }.joined(separator: ", ") + "."
    }
}

extension Machine {
    /// The states and finals that some row of the state leads to, in the order of the spec.
    func destinations(from state: Int) -> [Int] {
        var found: Set<Int> = []
        for event in events.indices {
            guard case .rows(let rows, _) = decider(of: event, in: state) else { continue }
            for row in rows {
                if case .move(let target) = self.rows[row].verdict { found.formUnion(destinations(of: target)) }
            }
        }
        return found.sorted()
    }

    private func destinations(of target: Target) -> Set<Int> {
        switch target {
        case .state(let state): [state]
        case .choice(let choice):
            choices[choice].branches.reduce(into: []) { $0.formUnion(destinations(of: $1.target)) }
        }
    }
}
