import FlowLanguage
import FlowMachine
import FlowTranscripts
import KeywayCore

/// A flow that `check` lets run, with what playing it needs.
struct PlayableFlow: Sendable {
    let machine: Machine
    let table: Table
    let annotations: Annotations

    init(_ machine: Machine, in source: SourceText) {
        self.machine = machine
        table = plan(machine)
        annotations = Annotations(of: machine, planned: table, in: source)
    }

    /// What a transcript makes of it.
    ///
    /// - Throws: `BadTranscript` where it does not fit, `RunError` where a line cannot be played.
    @available(*, noasync, message: "it blocks the thread while it plays")
    func outline(of transcript: Transcript) throws -> RunOutline {
        try RunOutline(playing: try transcript.bind(to: table), on: table, annotations: annotations)
    }
}
