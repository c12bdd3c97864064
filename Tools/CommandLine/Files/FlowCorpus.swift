import FlowConformance
import FlowLanguage
import FlowMachine
import FlowTables
import FlowTranscripts
import KeywayCore
import KeywayRuns

/// All files of a corpus that are about one flow.
struct FlowCorpus {
    /// The flow's name, which is also the name of its folder.
    let name: String
    let version: Int
    /// The paths in the flow's folder with the files' bytes, sorted by path.
    let files: [(path: String, bytes: [UInt8])]
    let transcriptCount: Int
    /// How many lines the files in `records` have together: what playing the transcripts leaves in a log.
    let recordCount: Int
    /// Runs that together come to every cell of the flow, to test another implementation by.
    let walks: CellWalks

    /// The corpora of the flows that a call names.
    static func all(
        of words: [String], found lookup: FlowLookup, showingProgressOn console: Console
    ) throws -> [FlowCorpus] {
        var progress = ProgressLine(on: console)
        defer { progress.end() }
        let transcripts = try FoundTranscripts(specs: lookup.specs)
        var corpora: [FlowCorpus] = []
        for word in words {
            let corpus = try FlowCorpus(of: try lookup.file(word), among: transcripts, showing: &progress)
            guard !corpora.contains(where: { $0.name == corpus.name }) else {
                throw CallRefusal("flow '\(corpus.name)' is asked for twice")
            }
            corpora.append(corpus)
        }
        return corpora
    }

    private init(
        of file: CheckedFile, among transcripts: FoundTranscripts, showing progress: inout ProgressLine
    ) throws {
        let machine = try file.runnableMachine()
        let flow = RunnableFlow(of: machine, in: file.source)
        name = machine.name.text
        version = machine.version
        let table = TransitionTable(of: machine, in: file.source).json.rendered
        var files: [(path: String, bytes: [UInt8])] = [
            ("table.json", Array(table.utf8)), ("\(name)-\(version).table", flow.table.canonicalBytes),
        ]
        let transcripts = try transcripts.transcripts(of: name, inFolderBeside: file.source.path)
        var recordCount = 0
        progress.beginPart()
        for (place, entry) in transcripts.enumerated() {
            let name = entry.path.lastComponent
            guard !files.contains(where: { $0.path == "transcripts/\(name)" }) else {
                throw CallRefusal("another transcript of '\(self.name)' has this name", at: entry.path)
            }
            let lines = try Self.records(of: entry.transcript, flow, machine)
            files += [("transcripts/\(name)", entry.bytes), ("records/\(name)", Array(lines.text.utf8))]
            recordCount += lines.count
            progress.show(place + 1, of: transcripts.count, "transcripts of \(self.name)")
        }
        progress.beginPart()
        walks = CellWalks(of: machine, flow.table) { [name] in progress.show($0, of: $1, "cells of \(name)") }
        files.append(("walks.jsonl", Array(walks.lines.text.utf8)))
        self.files = files.sorted { $0.path < $1.path }
        self.recordCount = recordCount
        transcriptCount = transcripts.count
    }

    /// The lines of the run that the transcript plays; refused where the run is not as the transcript expects.
    private static func records(
        of transcript: Transcript, _ flow: RunnableFlow, _ machine: Machine
    ) throws -> [CorpusLine] {
        let bound = try bind(transcript, to: flow.table)
        let played = try PlayedTranscript(bound, of: machine, flow.table, annotations: flow.annotations)
        guard played.problems.isEmpty else { throw CallRefusal(played.problems.map { CallRefusal.Problem($0) }) }
        return played.lines
    }

    /// How many transcripts, records, walks and cells of the flow the corpus has, in one sentence.
    var sentence: String {
        "\(name): \(counted(transcriptCount, "transcript")) with \(counted(recordCount, "record")), "
            + "\(counted(walks.count, "walk")) to \(counted(walks.cells, "cell"))"
    }

    var json: JSONValue {
        .object([
            "flow": .text(name), "version": .integer(Int64(version)),
            "transcripts": .integer(Int64(transcriptCount)), "records": .integer(Int64(recordCount)),
            "walks": .integer(Int64(walks.count)), "cells": .integer(Int64(walks.cells)),
        ])
    }
}
