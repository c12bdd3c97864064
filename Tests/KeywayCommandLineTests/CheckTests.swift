import FlowFixtures
import FlowLanguage
import FlowTranscripts
import KeywayCore
import KeywayLog
import Testing

@testable import KeywayCommandLine

@Suite("keyway check")
struct CheckTests {
    private static let broken = Door.flow.changing("-> inside", to: "-> insid")

    @Test("A flow without errors passes, and the counts go to the errors' stream")
    func passes() throws {
        let folder = try Door.folder()
        let call = keyway("check", folder.path(of: "Specs"))
        #expect(call.code == .fine)
        #expect(call.lines.allSatisfy { $0.contains(": warning: ") })
        #expect(call.errors == ["1 flow, 0 errors, \(call.lines.count) warning\(call.lines.count == 1 ? "" : "s")"])
    }

    @Test("An error has its path, line, column and code, as text and as JSON")
    func errors() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.broken, to: "Door.flow")
        let call = keyway("check", path)
        #expect(call.code == .problem)
        let line = try #require(call.lines.first { $0.contains(": error: ") })
        #expect(line.hasPrefix("\(path):31:17: error: "))
        #expect(line.hasSuffix(" [FL023]"))
        let json = keyway("check", path, "--format", "json")
        #expect(json.code == .problem)
        guard case .list(let diagnostics) = try JSONReader.value(of: json.output.utf8),
            case .object(let members)? = diagnostics.first(where: {
                if case .object(let members) = $0 { members["severity"] == .text("error") } else { false }
            })
        else {
            Issue.record("no list of diagnostics: \(json.output)")
            return
        }
        #expect(members["path"] == .text(path))
        #expect(members["line"] == .integer(31))
        #expect(members["column"] == .integer(17))
        #expect(members["code"] == .text("FL023"))
        #expect(members["message"] != nil)
        #expect(diagnostics.count == call.lines.count { !$0.contains(": note: ") })
    }

    @Test("A terminal sees the line with a caret, and colour unless it is not wanted", arguments: [false, true])
    func terminal(showsColor: Bool) throws {
        let output = Lock("")
        let console = Console(
            write: { part in output.withLock { $0 += part } }, remark: { _ in }, isTerminal: true,
            showsColor: showsColor)
        let source = SourceText(path: "Door.flow", bytes: Array(Self.broken.utf8))
        let code = Check(files: [CheckedFile(source)]).report(besides: [], asJSON: false, to: console)
        let text = output.withLock { $0 }
        #expect(code == .problem)
        #expect(text.contains("on welcome -> insid\n"))
        #expect(text.contains("^~~~~"))
        #expect(text.contains("\u{1B}[31merror:\u{1B}[0m") == showsColor)
        #expect(text.contains("\u{1B}") == showsColor)
    }

    @Test("A name that Swift forbids is an error where Swift is the target, which it is if not said, and nowhere else")
    func target() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Door.flow.changing("flow Door", to: "flow Protocol"), to: "Specs/Protocol.flow")
        let calls = [
            ["check", path], ["check", path, "--target", "swift"], ["generate", path, "--out", folder.path(of: "out")],
        ]
        for words in calls {
            let call = keyway(words, in: folder.path)
            #expect(call.code == .problem, "\(words)")
            #expect((call.lines + call.errors).contains { $0.hasSuffix("[FL032]") }, "\(words)")
        }
        keyway("check", path, "--target", "none").expectFine()
        keyway("table", path).expectFine()
        #expect(keyway("check", path, "--target", "kotlin").code == .usage)
    }

    @Test("Folders are searched, hidden ones and other files are not, and no file counts twice")
    func folders() throws {
        let folder = try Door.folder()
        try folder.write(Door.flow.changing("Door", to: "Gate"), to: "Specs/Deep/Gate.flow")
        try folder.write(Self.broken, to: "Specs/.old/Broken.flow")
        try folder.write("nonsense", to: "Specs/README.md")
        let specs = folder.path(of: "Specs")
        let call = keyway("check", specs, specs + "/", specs + "/Door.flow")
        #expect(call.code == .fine)
        #expect(call.errors.first?.hasPrefix("2 flows, 0 errors, ") == true)
        let paths = call.lines.compactMap { $0.split(separator: ":").first }
        #expect(paths == paths.sorted(), "files come in the order of their paths")
    }

    @Test("Without a path the nearest Specs is checked, from a folder below as well")
    func nearest() throws {
        let folder = try Door.folder()
        try folder.write("", to: "a/b/c.txt")
        let below = folder.path(of: "a/b")
        let call = keyway("check", in: below)
        #expect(call.code == .fine)
        #expect(call.lines.allSatisfy { $0.hasPrefix("\(below)/../../Specs/Door.flow:") })
        let empty = try TemporaryFolder()
        let none = keyway("check", in: empty.path)
        #expect(none.code == .problem)
        #expect(none.errors == ["there is no folder Specs here or above; name the files or folders to check"])
    }

    @Test("The second of two flows of one name is an error that names the first")
    func twice() throws {
        let folder = try Door.folder()
        try folder.write("\n" + Door.flow, to: "Specs/Second.flow")
        let call = keyway("check", folder.path(of: "Specs"))
        #expect(call.code == .problem)
        let errors = call.lines.filter { $0.contains(": error: ") }
        let (first, second) = (folder.path(of: "Specs/Door.flow"), folder.path(of: "Specs/Second.flow"))
        #expect(errors == ["\(second):3:6: error: flow 'Door' is declared at \(first):2 already [FL020]"])
    }

    @Test("What cannot be read is one sentence")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path(of: "nothing.flow")
        #expect(keyway("check", missing).errors == ["\(missing): there is no such file"])
        let empty = keyway("check", folder.path)
        #expect(empty.code == .problem)
        #expect(empty.output.isEmpty)
        #expect(empty.errors == ["\(folder.path): there is no .flow, .provider or .profile file in it"])
    }

    @Test("Bytes that are no flow give diagnostics")
    func nonsense() throws {
        let folder = try TemporaryFolder()
        try folder.replace("x.flow", with: [0xFF, 0x00, 0x7B, 0x0A])
        let call = keyway("check", folder.path(of: "x.flow"))
        #expect(call.code == .problem)
        #expect(!call.lines.isEmpty)
    }

    @Test("Of thousands of problems in a file the first are shown, and then how many there are; JSON has all")
    func manyProblems() throws {
        let folder = try TemporaryFolder()
        let commands = (0..<50).map { "e\($0)" }.joined(separator: ", ")
        let states = (0..<50).map { "state s\($0) waits for user { on e0 -> s\(($0 + 1) % 50) }" }
        let path = try folder.write(
            "flow Many version 1\ncommand \(commands)\nfinal done\nwithin 15m -> done\n"
                + states.joined(separator: "\n"),
            to: "Many.flow")
        let call = keyway("check", path)
        #expect(call.code == .problem)
        #expect(call.lines.count == Diagnostic.greatestShownCount)
        let all = 50 * 49
        #expect(
            call.errors == [
                "\(path): there are more problems than are shown here: \(all - Diagnostic.greatestShownCount) were left "
                    + "out; --format json has them all", "1 flow, \(all) errors, 0 warnings",
            ])
        let json = keyway("check", path, "--format", "json")
        #expect(json.output.split(separator: "\"FL060\"", omittingEmptySubsequences: false).count == all + 1)
        let generated = keyway("generate", path, "--out", folder.path(of: "out"))
        #expect(generated.errors.count == 3)
        #expect(generated.errors.last == "and \(all - 2) more")
    }

    @Test("A file that is not there is told, and does not hide what is wrong in the others")
    func missingAmongOthers() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.broken, to: "Door.flow")
        let absent = folder.path(of: "Absent.flow")
        let call = keyway("check", absent, path)
        #expect(call.code == .problem)
        #expect(call.lines.contains { $0.hasSuffix(" [FL023]") })
        #expect(call.errors.contains("\(absent): there is no such file"))
        let json = keyway("check", absent, path, "--format", "json")
        #expect(
            json.output.contains("\"path\": \"\(absent)\", \"line\": null, \"column\": null, \"severity\": \"error\""))
    }
}
