import FlowFixtures
import FlowLanguage
import FlowTranscripts
import KeywayCore
import TestThreads
import Testing

/// Each decoder row of a shipped flow is needed by a transcript, whose outline changes without the row.
@Suite("Deleting a decoder row of a shipped flow", .longComputation)
struct DecoderRowTests {
    /// How many pieces each flow with decoders has: its rows, and the names of rows with several.
    private static let counts = [
        "OfflineOTP": 5, "OTPlessSNA": 15, "OTPlessSmartAuth": 20, "TruecallerOTP": 15, "TruecallerOneTap": 8,
    ]

    /// A transcript, bound to the unchanged flow once, with the outline of the run that it makes there.
    private struct Story {
        var text: String
        var bound: BoundTranscript
        var outline: RunOutline
    }

    private func stories(of flow: LoadedFlow) throws -> [Story] {
        try ShippedFlows.transcripts.compactMap { path in
            let bytes = try ShippedFlows.bytes(at: path)
            let transcript = Transcript.read(bytes, path: path)
            guard transcript.header?.flow == flow.table.name else { return nil }
            let bound = try transcript.bind(to: flow.table)
            return Story(
                text: String(decoding: bytes, as: UTF8.self), bound: bound,
                outline: try RunOutline(playing: bound, on: flow.table, annotations: flow.annotations))
        }
    }

    @Test(
        "Without any one decoder row or name some transcript's run has another outline",
        arguments: try ShippedFlows.all().map(\.table.name))
    func deletion(name: String) throws {
        let flow = try ShippedFlows.named(name)
        let stories = try stories(of: flow)
        let directory = try ShippedFlows.directory()
        let deletions = DecoderRowDeletion.all(of: flow)
        #expect(
            deletions.count == Self.counts[name, default: 0],
            "put into 'counts': \"\(name)\": \(deletions.count),")
        for deletion in deletions {
            let changed = try LoadedFlow(deletion.text, path: flow.source.path, among: directory)
            // Only a transcript with one of the callbacks can have another outline. Binding does not use decoders, so it is not repeated.
            let isNoticed = try stories.contains { story in
                guard deletion.callbackNames.contains(where: { story.text.contains("\"\($0)\"") }) else {
                    return false
                }
                return try RunOutline(playing: story.bound, on: changed.table, annotations: changed.annotations)
                    != story.outline
            }
            #expect(isNoticed, "no transcript needs \(deletion)")
        }
    }
}
