import FlowLanguage
import FlowMachine
import FlowRules
import FlowTranscripts
import KeywayCore

/// A flow that `check` lets run, with what playing it needs.
struct PlayableFlow: Sendable {
    let machine: Machine
    let table: Table
    /// What the table does not have: where each row stands in the spec, what the finals keep, and which of them are a success.
    let annotations: Table.Annotations

    init(_ machine: Machine, in source: SourceText) {
        self.machine = machine
        table = Table(of: machine)
        annotations = Table.Annotations(of: machine, table: table, in: source)
    }

    /// Reads and checks the flow that the text declares.
    ///
    /// - Throws: ``MutationProblem`` where `check` does not let the flow run.
    init(checking source: SourceText, beside surroundings: SpecSurroundings) throws(MutationProblem) {
        let checked = check(source, beside: surroundings)
        let errors = checked.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw MutationProblem(sentences: errors.map { $0.sentence(in: source) }) }
        guard let machine = checked.machine, checked.mayRun else {
            throw MutationProblem(sentences: ["\(source.path): this is no flow that can be run"])
        }
        self.init(machine, in: source)
    }

    /// Plays the transcript, and returns what the run did, line by line.
    ///
    /// - Throws: `BadTranscript` where the transcript does not fit the flow, `RunError` where a line cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func outline(of transcript: Transcript) throws -> RunOutline {
        try RunOutline(playing: try transcript.bind(to: table), on: table, annotations: annotations)
    }
}
