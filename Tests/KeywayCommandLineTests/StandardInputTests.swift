import FlowFixtures
import Testing

@testable import KeywayCommandLine

@Suite("A command that reads standard input")
struct StandardInputTests {
    private static let flow = """
        flow Small version 1
        command begin
        final done
        within 20m -> done
        reject other
        state idle waits for user {
          on begin -> done
        }

        """

    private func keyway(_ words: String..., in folder: TemporaryFolder, reading input: String) -> CapturedCall {
        KeywayCommandLineTests.keyway(words, in: folder.path, reading: Array(input.utf8))
    }

    @Test("'check -' names problems at their lines, and the exit code is that of a file")
    func check() throws {
        let folder = try TemporaryFolder()
        let fine = keyway("check", "-", in: folder, reading: Self.flow)
        #expect(fine.code == .fine, "\(fine.errors)")
        let call = keyway(
            "check", "-", in: folder, reading: Self.flow.changing("begin -> done", to: "begin -> gone"))
        #expect(call.code == .problem)
        #expect(call.lines.contains { $0.contains("standard input:7:") && $0.contains("'gone'") }, "\(call.output)")
        #expect(keyway("check", "-", "--fix", in: folder, reading: Self.flow).code == .usage)
    }

    @Test("'fmt -' writes the text as it should look to standard output, and changes no file")
    func format() throws {
        let folder = try TemporaryFolder()
        let spoiled = Self.flow.changing("command", to: "   command")
        let call = keyway("fmt", "-", in: folder, reading: spoiled)
        #expect(call.code == .fine && call.output == Self.flow, "\(call.errors)")
        #expect(keyway("fmt", "-", in: folder, reading: Self.flow).output == Self.flow)
        #expect(keyway("fmt", "-", "--check", in: folder, reading: spoiled).code == .problem)
        #expect(keyway("fmt", "-", "--check", in: folder, reading: Self.flow).code == .fine)
        let wrong = keyway("fmt", "-", in: folder, reading: "flow 7")
        #expect(
            wrong.code == .problem && wrong.output.isEmpty && wrong.errors.first?.contains("standard input:1:") == true
        )
        #expect(keyway("fmt", "-", "Specs", in: folder, reading: Self.flow).code == .usage)
    }

    @Test("A flow, a transcript and an export come from standard input as from files")
    func others() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.flow, to: "Specs/Small.flow")
        let table = keyway("table", "-", in: folder, reading: Self.flow)
        #expect(table.code == .fine && table.output == keyway("table", "Small", in: folder, reading: "").output)
        let (log, other) = (folder.path + "/log", folder.path + "/other")
        let run = keyway("run", "Small", "--transcript", "-", "--log", log, in: folder, reading: Self.transcript)
        #expect(run.code == .fine, "\(run.errors)")
        let export = folder.path + "/export.jsonl"
        #expect(keyway("export", log, "--jsonl", export, in: folder, reading: "").code == .fine)
        let both = keyway("run", "-", "--transcript", "-", "--log", log, in: folder, reading: Self.flow)
        #expect(both.code == .usage)
        let forked = keyway(
            "replay", log, "--until", "0", "--then", "-", "--log", folder.path(of: "forked"), in: folder,
            reading: Self.transcript)
        #expect(forked.code == .fine, "\(forked.errors)")
        let text = String(decoding: try folder.bytes(of: "export.jsonl"), as: UTF8.self)
        #expect(keyway("import", "jsonl", "-", "--log", other, in: folder, reading: text).code == .fine)
        #expect(
            keyway("replay", other, in: folder, reading: "").output
                == keyway("replay", log, in: folder, reading: "").output)
        for command in [
            ["release", "-"], ["generate", "-", "--out", folder.path], ["conformance", "-", "--out", folder.path],
        ] {
            #expect(
                KeywayCommandLineTests.keyway(command, in: folder.path, reading: Array(Self.flow.utf8)).code == .usage)
        }
    }

    private static let transcript = """
        {"transcript": 1, "flow": "Small", "about": "It begins and ends.", "expect": {"final": "done"}}
        {"at": 0, "command": "begin"}

        """

    @Test("Flows and models around standard input are those of the nearest Specs, also from a folder below")
    func surroundings() throws {
        let folder = try TemporaryFolder()
        try folder.write("nothing", to: "Specs/below/notes.txt")
        let outer = """
            flow Outer version 1
            command begin, cancel
            final done
            on cancel -> done
            within 20m -> done
            reject other
            state idle waits for user { on begin -> inside }
            state inside { child small = Small enter { run small.begin } on small.done -> done }
            """
        let inner = Self.flow.changing("command begin", to: "command begin, cancel").changing(
            "reject other", to: "on cancel -> done\nreject other")
        try folder.write(inner, to: "Specs/Small.flow")
        for below in ["", "/Specs", "/Specs/below"] {
            let call = KeywayCommandLineTests.keyway(
                ["check", "-"], in: folder.path + below, reading: Array(outer.utf8))
            #expect(!call.output.contains("there is no flow 'Small'"), "\(below): \(call.output)")
        }
    }
}
