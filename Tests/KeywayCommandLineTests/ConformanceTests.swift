import FlowConformance
import FlowFixtures
import FlowTranscripts
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway conformance")
struct ConformanceTests {
    /// A folder in which `Specs` has the flow `Door` and a transcript of it.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Door.flow, to: "Specs/Door.flow")
        try folder.write(Door.transcript, to: "Specs/Transcripts/guest.jsonl")
        return folder
    }

    private static let files = [
        "README.md", "Door/Door-1.table", "Door/records/guest.jsonl", "Door/table.json", "Door/transcripts/guest.jsonl",
        "Door/walks.jsonl",
    ]

    @Test("A flow becomes a folder with its table, transcripts, records and walks; the same again writes nothing")
    func writes() throws {
        let folder = try Self.folder()
        let out = folder.path(of: "Corpus")
        let call = keyway("conformance", "Door", "--out", out, in: folder.path)
        #expect(call.code == .fine)
        #expect(call.lines.map { String($0.dropFirst(out.count + 1)) } == Self.files)
        #expect(call.errors.first?.hasPrefix("Door: 1 transcript with ") == true, "\(call.errors)")
        #expect(try folder.bytes(of: "Corpus/Door/transcripts/guest.jsonl") == Array(Door.transcript.utf8))
        let table = keyway("table", "Door", "--format", "json", in: folder.path).output
        #expect(try folder.bytes(of: "Corpus/Door/table.json") == Array(table.utf8))
        let stored = try Table(canonicalBytes: folder.bytes(of: "Corpus/Door/Door-1.table"))
        #expect(stored.name == "Door")
        let again = keyway("conformance", "Door", "--out", out, "--format", "json", in: folder.path)
        let result = try #require(try JSONReader.value(of: again.output.utf8).object)
        #expect(again.code == .fine && result["written"]?.list == [])
        #expect(result["flows"]?.list?.first?.object?["transcripts"] == .integer(1))
    }

    @Test("A record says what came, what it meant, what was ordered, and where the run stands with its deadlines")
    func records() throws {
        let folder = try Self.folder()
        keyway("conformance", "Door", "--out", folder.path(of: "Corpus"), in: folder.path).expectFine()
        let text = String(decoding: try folder.bytes(of: "Corpus/Door/records/guest.jsonl"), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines.first == """
                {"sequence": 0, "at": 0, "effects": [], "changes": [], "state": "street", "context": {"guest": null, \
                "why": null}, "timers": [{"timer": "within 5m", "position": 6, "due": 300}], "open": [], "running": [], \
                "attempt": 0}
                """)
        let knock = try #require(lines.first { $0.contains(#""event": "knock""#) })
        #expect(
            knock == """
                {"sequence": 3, "at": 2.25, "event": "knock", "position": 0, "cause": "asked", "with": {"guest": "Ada"}, \
                "disposition": "taken", "effects": [{"order": "3.0", "effect": "ask", "with": {"guest": "Ada"}, \
                "attempt": 0}], "changes": [], "state": "asking", "context": {"guest": "Ada", "why": null}, \
                "timers": [{"timer": "within 5m", "position": 6, "due": 300}], \
                "open": [{"order": "3.0", "effect": "ask", "due": 12.25}], "running": [], "attempt": 0}
                """)
    }

    @Test("--check passes a fresh corpus, and names the command for one with a file missing, changed or left over")
    func checks() throws {
        let folder = try Self.folder()
        let out = folder.path(of: "Corpus")
        let words = ["conformance", "Door", "--out", out]
        let missing = keyway(words + ["--check"], in: folder.path)
        #expect(missing.code == .problem && !folder.exists("Corpus"))
        #expect(missing.errors.last == "run: keyway conformance Door --out \(out)")
        keyway(words, in: folder.path).expectFine()
        keyway(words + ["--check"], in: folder.path).expectFine()
        try folder.write("mine", to: "Corpus/Door/walks.jsonl")
        let changed = keyway(words + ["--check"], in: folder.path)
        #expect(changed.errors.first == "\(out): not as the flows say: Door/walks.jsonl")
        let slashed = keyway(["conformance", "Door", "--out", out + "/", "--check"], in: folder.path)
        #expect(slashed.errors.first?.hasSuffix("not as the flows say: Door/walks.jsonl") == true, "\(slashed.errors)")
        keyway(words, in: folder.path).expectFine()
        try folder.write(Door.transcript, to: "Corpus/Door/transcripts/other.jsonl")
        #expect(keyway(words + ["--check"], in: folder.path).code == .problem)
        #expect(keyway(words, in: folder.path).errors.first?.contains("other.jsonl") == true)
        #expect(try folder.bytes(of: "Corpus/Door/transcripts/other.jsonl") == Array(Door.transcript.utf8))
    }

    @Test("A folder of somebody else's is left alone, and bad input writes nothing")
    func refusals() throws {
        let folder = try Self.folder()
        let foreign = try folder.write("mine", to: "taken/notes.txt")
        let taken = keyway("conformance", "Door", "--out", folder.path(of: "taken"), in: folder.path)
        #expect(taken.code == .problem && taken.errors.first?.hasPrefix(foreign) == true)
        #expect(try folder.contents(of: "taken") == ["notes.txt": Array("mine".utf8)])
        #expect(keyway("conformance", "Door", "--out", foreign, in: folder.path).code == .problem)

        let out = folder.path(of: "Corpus")
        #expect(keyway("conformance", "Gate", "--out", out, in: folder.path).code == .problem)
        #expect(keyway("conformance", "Door", "Door", "--out", out, in: folder.path).code == .problem)
        let wrong = Door.transcript.changing(#""final": "inside""#, to: #""final": "outside""#)
        try folder.write(wrong, to: "Specs/Transcripts/wrong.jsonl")
        let call = keyway("conformance", "Door", "--out", out, in: folder.path)
        #expect(call.code == .problem && call.errors.first?.contains("wrong.jsonl") == true, "\(call.errors)")
        try folder.write("{", to: "Specs/Transcripts/wrong.jsonl")
        let cut = keyway("conformance", "Door", "--out", out, in: folder.path)
        #expect(cut.code == .problem && cut.errors.first?.contains("wrong.jsonl:1: ") == true, "\(cut.errors)")
        #expect(!folder.exists("Corpus"))
        #expect(keyway("conformance", "Door").code == .usage)
    }

    @Test("A name that Swift forbids is fine: a corpus is for any language")
    func names() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Door.flow.changing("flow Door", to: "flow Protocol"), to: "Specs/Protocol.flow")
        keyway("conformance", path, "--out", folder.path(of: "Corpus"), in: folder.path).expectFine()
        #expect(folder.exists("Corpus/Protocol/walks.jsonl"))
    }
}
