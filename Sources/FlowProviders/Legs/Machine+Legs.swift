import FlowLanguage
package import FlowMachine

extension Machine {
    /// A flow of a run by the name of its leg; the root's has none.
    package struct NamedFlow: Sendable {
        /// The names of the sub-flows from the root to it, `silent` or `outer.inner`; nil for the root.
        package var name: String?
        /// The flow that runs there.
        package var machine: Machine
    }

    /// The flow and its sub-flows at any depth, parents first, in the order in which an exploration numbers them.
    package var flowsOfLegs: [NamedFlow] {
        [NamedFlow(name: nil, machine: self)]
            + children.flatMap { child in
                (child.flow?.machine.flowsOfLegs ?? []).map { flow in
                    let name = child.name.text
                    return NamedFlow(name: flow.name.map { "\(name).\($0)" } ?? name, machine: flow.machine)
                }
            }
    }

    /// Whether the flow has a source, or a row that does something where a callback comes which nobody reads.
    var hearsUnread: Bool {
        !sources.isEmpty || rows.contains { $0.event == unrecognisedEvent && $0.verdict != .ignore }
    }
}
