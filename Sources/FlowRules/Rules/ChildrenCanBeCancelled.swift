import FlowLanguage
import FlowMachine
import KeywayCore

/// A sub-flow's flow has a command `cancel` without required fields, and rejects that command in no state (rule 20).
///
/// Leaving the scope of a sub-flow sends `cancel` to it.
struct ChildrenCanBeCancelled: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.children.compactMap { child in
            guard let flow = child.flow?.machine, let reason = reason(child, flow) else { return nil }
            return .error(
                at: child.flowName.range,
                "'\(flow.name.text)' cannot be a sub-flow: \(reason), and leaving the scope of '\(child.name.text)' sends it "
                    + "that", code: .childCannotBeCancelled)
        }
    }

    /// What keeps the sub-flow from being cancelled whenever its scope is left, as a part of the message; nil where nothing does.
    private func reason(_ child: Machine.Child, _ flow: Machine) -> String? {
        guard let cancel = child.cancel else { return "it has no command 'cancel'" }
        if flow.events[cancel].signature.fields.contains(where: { !$0.isOptional }) {
            return "its command 'cancel' needs fields"
        }
        return flow.liveStates.first { flow.mayReject(cancel, in: $0) }.map {
            "its state '\(flow.states[$0].name.text)' may reject 'cancel'"
        }
    }
}

extension Machine {
    /// Whether the state refuses the command for some values, or has no row that names the command.
    fileprivate func mayReject(_ command: Int, in state: Int) -> Bool {
        switch decider(of: command, in: state) {
        case .rows(let rows, _): rows.contains { self.rows[$0].verdict == .reject }
        case .other: true
        case .nobody: true
        }
    }
}
