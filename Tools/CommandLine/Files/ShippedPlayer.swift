import FlowLanguage
import FlowRules
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import ProviderFiles

/// The flows that are compiled into keyway, ready to play the transcripts that are compiled in too.
struct ShippedPlayer {
    private var flows: [String: RunnableFlow] = [:]

    /// - Parameter tell: is told after each flow how many are checked, of how many.
    init(telling tell: (_ checked: Int, _ total: Int) -> Void = { _, _ in }) throws(CallRefusal) {
        let sources = ShippedFile.flows.map { SourceText(path: $0.name, bytes: $0.bytes) }
        let surroundings = SpecSurroundings(flows: .these(sources))
        for (place, source) in sources.enumerated() {
            let flow = try CheckedFile(source, beside: surroundings).runnableFlow()
            flows[flow.table.name] = flow
            tell(place + 1, sources.count)
        }
    }

    /// Plays a shipped transcript into the log.
    func play(
        _ file: ShippedFile, as run: RunID, reference: String? = nil, into log: any EventLog, at folder: String
    ) throws -> PlayedRun {
        let transcript = Transcript.read(file.bytes, path: file.name)
        guard let name = transcript.header?.flow, let flow = flows[name] else {
            throw CallRefusal("its flow is not among the shipped ones", at: file.name)
        }
        let bound = try bind(transcript, to: flow.table)
        return try refusing(log: folder) {
            try PlayedRun.play(bound, of: flow, as: run, reference: reference, into: log, tell: { _ in })
        }
    }
}
