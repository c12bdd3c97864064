import FlowFixtures
import Foundation
import Testing

@testable import KeywayCommandLine

@Suite("keyway diagram")
struct DiagramTests {
    @Test("Each format goes to standard output", arguments: [("svg", "<svg "), ("mermaid", "%% "), ("dot", "// ")])
    func formats(format: String, beginning: String) throws {
        let folder = try Door.folder()
        let call = keyway("diagram", "Door", "--format", format, in: folder.path)
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        #expect(call.output.hasPrefix(beginning))
        for name in ["street", "asking", "inside", "outside"] { #expect(call.output.contains(name)) }
        #expect(call.output == keyway("diagram", "Door", "--format", format, in: folder.path).output)
    }

    @Test("Without a format the picture is SVG")
    func standard() throws {
        let folder = try Door.folder()
        #expect(keyway("diagram", "Door", in: folder.path).output.hasPrefix("<svg "))
    }

    @Test("DOT has one edge for each pair of states that a row joins")
    func pairs() throws {
        let folder = try Door.folder()
        let edges = keyway("diagram", "Door", "--format", "dot", in: folder.path).lines.filter { $0.contains("->") }
        let pairs = edges.map { $0.split(separator: "\"").filter { $0.count > 2 && !$0.contains(" ") }.prefix(2) }
        #expect(
            pairs.map { $0.joined(separator: " ") }.sorted()
                == ["asking inside", "asking outside", "street asking", "street outside"])
    }

    @Test("A file is written whole, says nothing, and is replaced by the next diagram")
    func files() throws {
        let folder = try Door.folder()
        let path = folder.path(of: "door.svg")
        for format in ["svg", "dot", "mermaid"] {
            let call = keyway("diagram", "Door", "--format", format, "--out", path, in: folder.path)
            #expect(call.code == .fine)
            #expect(call.output.isEmpty && call.errors.isEmpty)
            let written = try String(contentsOfFile: path, encoding: .utf8)
            #expect(written == keyway("diagram", "Door", "--format", format, in: folder.path).output)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "Specs", "door.svg", "guest.jsonl",
            ])
    }

    @Test("A foreign file, a folder and a place that is not there are left alone")
    func foreignFiles() throws {
        let folder = try Door.folder()
        for path in ["guest.jsonl", "Specs", "nowhere/door.svg"] {
            let call = keyway("diagram", "Door", "--out", folder.path(of: path), in: folder.path)
            #expect(call.code == .problem)
            #expect(call.output.isEmpty)
            #expect(call.errors.count == 1 && call.errors.joined().contains(path), "\(call.errors)")
        }
        #expect(try String(contentsOfFile: folder.path(of: "guest.jsonl"), encoding: .utf8) == Door.transcript)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Specs", "guest.jsonl"])
    }

    @Test("A flow with errors leaves the old diagram as it is")
    func errors() throws {
        let folder = try Door.folder()
        let path = folder.path(of: "door.svg")
        _ = keyway("diagram", "Door", "--out", path, in: folder.path)
        let old = try String(contentsOfFile: path, encoding: .utf8)
        try folder.write(
            Door.flow.changing("on welcome -> inside", to: "on welcome -> nowhere"), to: "Specs/Door.flow")
        let call = keyway("diagram", "Door", "--out", path, in: folder.path)
        #expect(call.code == .problem)
        #expect(call.errors.first?.contains("Door.flow:") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == old)
    }

    @Test("Another format and a missing flow are wrong usage, with an empty standard output")
    func wrongUsage() {
        for words in [["diagram"], ["diagram", "Door", "--format", "png"], ["diagram", "Door", "--out"]] {
            let call = keyway(words)
            #expect(call.code == .usage)
            #expect(call.output.isEmpty)
        }
    }
}
