import FlowLanguage
import FlowMachine

/// Words that a later version gives meaning to are named, so that nobody takes them for proven.
struct NotCheckedYet: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.unchecked.map { .warning(at: $0.range, "\($0.what) is read and not checked yet", code: .notCheckedYet) }
    }
}
