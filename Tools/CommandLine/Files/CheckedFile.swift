import FlowLanguage
import FlowMachine
import FlowRules
import Keyway

/// A spec's text with everything that the rules say about it.
struct CheckedFile: Sendable {
    let source: SourceText
    private let flow: CheckedFlow
    var diagnostics: [Diagnostic]

    init(_ source: SourceText) {
        self.source = source
        flow = check(source)
        diagnostics = flow.diagnostics
    }

    /// Nil when the file declares no flow.
    var machine: Machine? { flow.machine }

    /// The diagnostic in one line, without its notes.
    private func sentence(_ diagnostic: Diagnostic) -> String {
        var diagnostic = diagnostic
        diagnostic.notes = []
        return diagnostic.text(in: source)
    }

    /// The flow, ready to run.
    func runnableFlow() throws(Refusal) -> RunnableFlow {
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw Refusal(errors.map(sentence)) }
        guard let machine else { throw Refusal("\(source.path): this file declares no flow") }
        guard flow.mayRun else {
            let reasons = diagnostics.filter { $0.code == .notCheckedYet }
            throw Refusal(["\(source.path): this flow cannot be run yet"] + reasons.map(sentence))
        }
        let table = plan(machine)
        return RunnableFlow(table: table, annotations: Annotations(of: machine, planned: table, in: source))
    }
}

/// A flow's table, and what goes into the log beside it.
struct RunnableFlow: Sendable {
    var table: Table
    var annotations: Annotations
}
