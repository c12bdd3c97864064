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
        let text = try outlines(of: flow).flatMap(\.lines).joined(separator: "\n")
        for path in ShippedFlows.transcripts {
            let transcript = Transcript.read(try ShippedFlows.bytes(at: path), path: path)
            guard transcript.header?.flow == name else { continue }
            for line in try transcript.bind(to: flow.table).lines {
                guard case .command(let command, let fields, let leg) = line.content else { continue }
                let table = leg.flatMap { flow.table.flow(ofLeg: $0) } ?? flow.table
                for case (let field, .text(let value)?) in zip(table.events[command].fields, fields)
                where field.classification != .plain {
                    #expect(!text.contains("\"\(value)\""), "\(path):\(line.number)")
                }
            }
        }
    }
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
