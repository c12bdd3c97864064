import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import FlowTranscripts
import KeywayCore
import Testing

/// No decoder row of a shipped flow is there for nothing, and none is there untested.
@Suite("Deleting a decoder row of a shipped flow")
struct DecoderRowTests {
    /// What neither `check` nor a transcript misses, and why it stands all the same.
    static let unnoticed: [String: String] = [:]

    /// A transcript of a flow, bound once, with what it tells of the flow as it is.
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
        "is noticed by 'check', or changes what a transcript tells", arguments: try ShippedFlows.all().map(\.table.name)
    )
    func deletion(name: String) throws {
        let flow = try ShippedFlows.named(name)
        let stories = try stories(of: flow)
        let directory = try ShippedFlows.directory()
        var unnoticed: [String] = []
        for deletion in DecoderRowDeletion.all(of: flow) {
            // What does not even resolve is an error of `check`.
            guard let changed = try? LoadedFlow(deletion.text, path: flow.source.path, among: directory) else {
                continue
            }
            // Only a transcript in which the callback comes can tell something else; binding knows nothing of decoders.
            let changes = try stories.contains { story in
                guard deletion.callbackNames.contains(where: { story.text.contains("\"\($0)\"") }) else {
                    return false
                }
                return try RunOutline(playing: story.bound, on: changed.table, annotations: changed.annotations)
                    != story.outline
            }
            if changes { continue }
            let checked = check(changed.source, beside: SpecSurroundings(flows: directory))
            if !checked.hasErrors { unnoticed.append(deletion.description) }
        }
        let reasons = Self.unnoticed.keys.filter { $0.hasPrefix(name + ": ") }
        #expect(unnoticed.map { "\(name): \($0)" }.sorted() == reasons.sorted())
    }
}
