import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayRuns

/// What a transcript tells of a flow, as its timeline shows it: the lines, and the final.
struct TranscriptOutline: Equatable {
    private struct Line: Equatable {
        var leg: Int
        var time: Instant
        var event: Int?
        var disposition: Disposition
        var state: Int
        var effects: [Int]
    }

    private var lines: [Line] = []
    private var final: Int?

    /// Plays the transcript on the flow, in memory.
    init(playing transcript: BoundTranscript, on flow: LoadedFlow) throws {
        var player = try Player(
            transcript, as: RunID(high: 1, low: 2), of: flow.table, annotations: flow.annotations, log: MemoryLog())
        var lines: [Line] = []
        try player.play { step in
            lines.append(
                Line(
                    leg: step.leg, time: step.time, event: step.event, disposition: step.disposition,
                    state: step.state, effects: step.orders.map(\.effect)))
        }
        self.lines = lines
        final = player.final
    }
}
