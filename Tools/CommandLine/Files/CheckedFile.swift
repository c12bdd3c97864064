import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// A spec's text with everything that the rules say about it.
struct CheckedFile: Sendable {
    let source: SourceText
    private let flow: CheckedFlow
    /// What the rules read beside the text: other flows, providers' models, released tables.
    private let surroundings: SpecSurroundings
    private let language: (any TargetLanguage)?
    var diagnostics: [Diagnostic]

    /// Checks the text by all rules, and its names by those of the programming language that code is generated in; nil for none.
    init(
        _ source: SourceText, beside surroundings: SpecSurroundings = SpecSurroundings(),
        for language: (any TargetLanguage)? = nil
    ) {
        self.source = source
        self.surroundings = surroundings
        self.language = language
        flow = check(source, beside: surroundings, for: language)
        diagnostics = flow.diagnostics
    }

    /// Nil when the file declares no flow.
    var machine: Machine? { flow.machine }

    /// The diagnostic in one line, without its notes.
    private func problem(_ diagnostic: Diagnostic) -> CallRefusal.Problem {
        CallRefusal.Problem(diagnostic, in: source)
    }

    /// The flow; refused where a rule finds an error in it, or the file declares none.
    func soundMachine() throws(CallRefusal) -> Machine {
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw CallRefusal(errors.map(problem)) }
        guard let machine else { throw CallRefusal("this file declares no flow", at: source.path) }
        return machine
    }

    /// A remark for each sub-flow whose own flow is unknown or has errors: a table or diagram of this flow lacks it.
    var omissions: [String] {
        guard let machine, !flow.mayRun else { return [] }
        return machine.unusableChildren.map { part in
            "\(source.path):\(source.place(of: part.range.lower).line): \(part.what) is left out: its flow has errors"
        }
    }

    /// The flow; refused where it has errors, or where the flow of a sub-flow is unknown or has errors.
    func runnableMachine() throws(CallRefusal) -> Machine {
        let machine = try soundMachine()
        // The run contains its sub-flows, so their errors refuse it too, and those that their own files tell are all told.
        for child in machine.children.compactMap(\.flow) {
            _ = try CheckedFile(child.source, beside: surroundings, for: language).runnableMachine()
        }
        guard flow.mayRun else {
            let reasons = diagnostics.filter { $0.code == .childNotChecked }
            throw CallRefusal(
                [.init("this flow cannot be run: a sub-flow has errors", at: source.path)]
                    + reasons.map(problem))
        }
        return machine
    }

    /// The flow, ready to run.
    func runnableFlow() throws(CallRefusal) -> RunnableFlow { RunnableFlow(of: try runnableMachine(), in: source) }
}

/// A flow's table, and what goes into the log beside it.
struct RunnableFlow: Sendable {
    var table: Table
    var annotations: Table.Annotations
}

extension RunnableFlow {
    init(of machine: Machine, in source: SourceText) {
        let table = Table(of: machine)
        self.init(table: table, annotations: Table.Annotations(of: machine, table: table, in: source))
    }
}
