import FlowLanguage
import FlowMachine

/// What is read and not checked is named, so that nobody takes it for proven.
struct NotCheckedYet: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.unchecked.map { .warning(at: $0.range, "\($0.what) is read and not checked yet", code: .notCheckedYet) }
    }
}
