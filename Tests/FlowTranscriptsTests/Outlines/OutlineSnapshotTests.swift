import FlowFixtures
import FlowTranscripts
import Foundation
import KeywayCore
import TestThreads
import Testing

/// The outline of each shipped transcript is stored, so that an edit of a flow that changes what a run does, orders or keeps is
/// noticed, even where the run ends as before.
@Suite("Outlines of the shipped transcripts", .longComputation)
struct OutlineSnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" }
    private static let cure = "if it is meant: RECORD_SNAPSHOTS=1 swift test --filter OutlineSnapshotTests"

    /// The outlines of a flow's transcripts, by their file names.
    private func outlines(of flow: LoadedFlow) throws -> [(name: String, lines: [String])] {
        try ShippedFlows.transcripts.compactMap { path in
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            guard transcript.header?.flow == flow.table.name else { return nil }
            let outline = try RunOutline(
                playing: try transcript.bind(to: flow.table), on: flow.table, annotations: flow.annotations)
            return (path.split(separator: "/").last.map(String.init) ?? path, outline.lines)
        }
    }

    @Test("Each outline is as it was recorded", arguments: try ShippedFlows.all().map(\.table.name))
    func snapshots(name: String) throws {
        let outlines = try outlines(of: ShippedFlows.named(name))
        #expect(!outlines.isEmpty, "\(name) has no transcript")
        let text = outlines.map { ([$0.name] + $0.lines.map { "  " + $0 }).joined(separator: "\n") + "\n" }
        let file = Self.folder.appending(path: "\(name).txt")
        if Self.isRecording { try text.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8) }
        let stored = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard stored != text.joined(separator: "\n") else { return }
        let storedLines = Dictionary(
            stored.split(separator: "\n\n").map { block in
                let lines = block.split(separator: "\n").map(String.init)
                return (lines.first ?? "", lines.dropFirst().map { String($0.dropFirst(2)) })
            }, uniquingKeysWith: { first, _ in first })
        for (name, lines) in outlines where storedLines[name] != lines {
            let differences = lines.difference(from: storedLines[name] ?? [])
            Issue.record("\(name) does something else; \(Self.cure)\n\(differences.shown)")
        }
        let gone = storedLines.keys.filter { name in !outlines.contains { $0.name == name } }
        #expect(gone.isEmpty, "outlines are stored of transcripts that are no longer there; \(Self.cure)")
        Issue.record("\(name).txt is stale; \(Self.cure)")
    }

    @Test(
        "In no shipped transcript comes what 'other' claims cannot come",
        arguments: try ShippedFlows.all().map(\.table.name))
    func claims(name: String) throws {
        for (transcript, lines) in try outlines(of: ShippedFlows.named(name)) {
            #expect(!lines.contains { $0.contains("(claimed not to come)") }, "\(transcript)")
        }
    }

    @Test("No classified value stands in an outline", arguments: try ShippedFlows.all().map(\.table.name))
    func values(name: String) throws {
        let flow = try ShippedFlows.named(name)
        var count = 0
        let text = try outlines(of: flow).flatMap(\.lines).joined(separator: "\n")
        for path in ShippedFlows.transcripts {
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            guard transcript.header?.flow == name else { continue }
            for value in try transcript.bind(to: flow.table).classifiedTexts(of: flow.table) {
                count += 1
                // An outline shows a plain text in quotes.
                #expect(!text.contains("\"\(value)\""), "\(path)")
            }
        }
        #expect(count > 0 || !RunningFlow(flow.table).hasClassified)
    }
}

extension BoundTranscript {
    /// The texts that the commands, callbacks and answers have for personal, secret and transient fields.
    fileprivate func classifiedTexts(of table: Table) -> [String] {
        let told = lines.flatMap { line -> [String] in
            switch line.content {
            case .command(let command, let fields, let leg): table.classifiedTexts(of: command, fields, in: leg)
            case .callback(let raw, _): table.classifiedPaths.compactMap { raw.value(at: $0)?.plainText }
            case .restart, .occupied, .freed, .nothing: []
            }
        }
        let answered = replies.flatMap { effect, answers in
            answers.flatMap { table.classifiedTexts(of: $0.event, $0.fields, in: effect.leg) }
        }
        return told + answered
    }
}

extension Table {
    fileprivate func classifiedTexts(of event: Int, _ fields: [Value?], in leg: String?) -> [String] {
        let table = leg.flatMap { flow(ofLeg: $0) } ?? self
        return zip(table.events[event].fields, fields).compactMap { field, value in
            if field.classification != .plain, case .text(let text)? = value { text } else { nil }
        }
    }
}

extension RawValue {
    fileprivate var plainText: String? { if case .text(let text) = self { text } else { nil } }
}

extension CollectionDifference<String> {
    /// At most ten lines of it.
    fileprivate var shown: String {
        let lines = map { change in
            switch change {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        return lines.prefix(10).joined(separator: "\n") + (lines.count > 10 ? "\nand \(lines.count - 10) more" : "")
    }
}
