import FlowLanguage
import FlowMachine
import KeywayCore

/// A `retained` word carries no personal, secret or transient value: it stays in memory beyond its run, and another person's run may
/// hear it.
struct RetainedWordsHaveNoClass: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        machine.sources.flatMap { declared in
            zip(declared.source.rows, declared.rowRanges).flatMap { row, range in
                row.isRetained ? problems(of: machine.events[row.event].signature, at: range) : []
            }
        }
    }

    private func problems(of event: EventSignature, at range: SourceRange) -> [Diagnostic] {
        event.fields.filter { $0.classification > .plain }.map { field in
            .error(
                at: range,
                "'\(field.name)' of '\(event.name)' is \(field.classification.name), and a retained word is told to later runs",
                code: .classifiedValueRetained)
        }
    }
}
