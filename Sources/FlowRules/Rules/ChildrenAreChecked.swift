import FlowLanguage
import FlowMachine

/// A warning names each sub-flow whose own flow is unknown or has errors, with the first error: nobody shall take the sub-flow for proven.
struct ChildrenAreChecked {
    /// The first error of the flow of each sub-flow that has one, by the sub-flow's position.
    let errors: [Int: String]

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.children.indices.compactMap { position in
            let child = machine.children[position]
            let what = "sub-flow '\(child.name.text)' of '\(child.flowName.text)'"
            if let error = errors[position] {
                return .warning(at: child.name.range, "\(what) cannot be run: \(error)", code: .childNotChecked)
            }
            return child.flow == nil
                ? .warning(at: child.name.range, "\(what) is read and not checked yet", code: .childNotChecked) : nil
        }
    }
}
