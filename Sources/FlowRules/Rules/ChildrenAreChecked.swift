import FlowLanguage
import FlowMachine

/// A sub-flow that cannot be judged, since its own flow is missing or has errors, is named, so that nobody takes it for proven.
struct ChildrenAreChecked: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.unusableChildren.map {
            .warning(at: $0.range, "\($0.what) is read and not checked yet", code: .childNotChecked)
        }
    }
}
