/// The generated enum `State`: the states and finals, each with where it leads.
struct StatesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let states = flow.model.states
        // A state's raw value is its position, from 0 on; eight bits have room for 256 of them.
        let width = states.count <= 256 ? 8 : 16
        writer.documentation(["What a run is waiting for, or how it ended."])
        writer.block("public enum State: UInt\(width), FlowState") { writer in
            for (position, state) in states.enumerated() {
                if state.isFinal, position > 0, !states[position - 1].isFinal { writer.line() }
                writer.documentation(state.documentation)
                writer.documentation([state.prospect])
                writer.line("case \(SwiftIdentifier.escaped(state.name))")
            }
            writer.line()
            writer.documentation(["Whether runs end here."])
            writer.block("public var isFinal: Bool") { writer in
                let finals = states.filter(\.isFinal).map { SwiftIdentifier.member($0.name) }
                let live = states.filter { !$0.isFinal }.map { SwiftIdentifier.member($0.name) }
                writer.switchBlock("self") { writer in
                    if !live.isEmpty { writer.patterns(live, ": false") }
                    if !finals.isEmpty { writer.patterns(finals, ": true") }
                }
            }
        }
    }
}
