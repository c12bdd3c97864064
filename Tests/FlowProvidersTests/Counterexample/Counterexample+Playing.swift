import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import FlowProviders

/// What a leg made of one event, in a form that explored and played runs have in common.
struct LegDecision: Equatable {
    var event: Int?
    var disposition: Disposition
    var state: Int
}

extension [Occurrence] {
    /// What the legs decide in this explored run, in order.
    var legDecisions: [LegDecision] {
        flatMap { $0.decisions.map { LegDecision(event: $0.event, disposition: $0.disposition, state: $0.state) } }
    }
}

extension Counterexample {
    /// Writes the transcript, reads it, and plays it as `keyway run` does.
    ///
    /// - Returns: what the legs decide in the played run, in order.
    func played(by machine: Machine) throws -> [LegDecision] {
        let table = Table(of: machine)
        let read = Transcript.read(Array(transcript.text.utf8), path: transcript.path)
        #expect(read == transcript)
        let bound = try read.bind(to: table)
        var player = try Player(
            bound, as: RunID(high: 0, low: 1), of: table, annotations: Table.Annotations(file: "", rowLines: []),
            log: MemoryLog())
        var steps = player.beginningSteps
        try player.play { steps.append($0) }
        let decisions = steps.compactMap { step in
            step.event.map { LegDecision(event: $0, disposition: step.disposition, state: step.state) }
        }
        #expect(!obstacles.isEmpty || bound.expectation?.holds(for: player.final) ?? true)
        return decisions
    }
}
