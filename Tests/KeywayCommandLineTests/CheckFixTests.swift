import FlowFixtures
import FlowLanguage
import FlowMachine
import Foundation
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway check --fix, and what lies around a spec")
struct CheckFixTests {
    private static let open = Door.flow.changing("reject other\n", to: "")

    @Test("Rows are inserted, said with their lines, and a second call inserts nothing")
    func inserts() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.open, to: "Door.flow")
        #expect(keyway("check", path).code == .problem)
        let call = keyway("check", path, "--fix")
        #expect(call.code == .fine)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix("  reject knock") })
        #expect(call.errors.dropLast() == ["\(path):\(line + 1): inserted 'reject knock' in 'asking'"])
        #expect(text.contains("  reject knock  // decide: "))
        #expect(
            text.split(separator: "\n").filter { !$0.contains("// decide: ") }.joined()
                == Self.open.split(separator: "\n").joined())
        let again = keyway("check", "--fix", path)
        #expect(again.code == .fine)
        #expect(again.errors.count == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Door.flow"])
    }

    @Test("A comma between the words of an 'emit' is an error, and becomes the 'then' that it meant, in every scope")
    func sequences() throws {
        let folder = try TemporaryFolder()
        let model = """
            provider Bell version "1.0" for bell
            word rang = RING(loud: true)
            word fell = SILENCE(loud: false)
            emit rang then fell stay
            group outer {
              state hanging {
                emit rang,fell,rang stay  // and on
                quiet stay
              }
            }

            """
        let path = try folder.write(model, to: "Bell.provider")
        let call = keyway("check", path)
        #expect(call.code == .problem)
        #expect(
            call.output == """
                \(path):7:14: error: a comma does not say whether these words follow each other: write 'rang then fell then rang' \
                where they are spoken back to back, and 3 rows, 'emit rang ...' and 'emit fell ...' and 'emit rang ...', where \
                one of them is [FL103]

                """)
        let fixed = keyway("check", "--fix", path)
        #expect(fixed.errors.first == "\(path):7: wrote 'emit rang then fell then rang'")
        let text = model.changing("rang,fell,rang", to: "rang then fell then rang")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(keyway("check", path).code == .fine)
        #expect(keyway("check", "--fix", path).errors.count == 1)
    }

    @Test("What was fixed is as 'fmt' would write it, also where a state stood on one line")
    func formatted() throws {
        let folder = try TemporaryFolder()
        let text = """
            flow Bell version 1
            command open, cancel
            callback rang
            final opened
            within 15m -> opened
            state closed waits for user { on open -> ringing }
            state ringing { on rang -> opened after 30s -> opened }

            """
        let path = try folder.write(text, to: "Bell.flow")
        let call = keyway("check", path, "--fix")
        #expect(call.code == .fine)
        #expect(keyway("fmt", "--check", path).code == .fine)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.dropFirst(5).prefix(5) == [
                "state closed waits for user {", "  on open -> ringing",
                "  reject cancel  // decide: not allowed here, or a row of its own?",
                "  late rang      // decide: harmless, late or a row of its own?", "}",
            ])
        #expect(call.errors.first == "\(path):8: inserted 'reject cancel' in 'closed'")
    }

    @Test("An error that may hide cells is named, and the file is left alone; others are fixed all the same")
    func obstacles() throws {
        let folder = try TemporaryFolder()
        let broken = Self.open.changing("-> inside", to: "-> insid")
        let path = try folder.write(broken, to: "Specs/Broken.flow")
        let other = try folder.write(
            Self.open.changing("flow Door", to: "flow Gate").changing("leave", to: "cancel"),
            to: "Specs/Gate.flow")
        let call = keyway("check", "--fix", folder.path(of: "Specs"))
        #expect(call.code == .problem)
        #expect(call.errors.first == "\(path):30:17: nothing is inserted before this is mended [FL023]")
        #expect(call.errors.count == 3)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
        #expect(try String(contentsOfFile: other, encoding: .utf8).contains("reject knock"))
    }

    @Test(
        "A sub-flow does not get the row that its parent forbids, and a flow is judged beside the sub-flow as written")
    func subFlow() throws {
        let folder = try TemporaryFolder()
        let rows = """
            command start, cancel
            final done
            within 15m -> done
            ignore unrecognised
            """
        let part = try folder.write(
            "flow Part version 1\n\(rows)\nstate idle waits for user { on start -> done }\n", to: "Specs/Part.flow")
        // The parent comes first, and its own cell for the sub-flow's end can be judged only once the sub-flow is mended.
        let whole = try folder.write(
            """
            flow Whole version 1
            \(rows)
            on cancel -> done
            state idle waits for user { on start -> parting }
            state parting waits for user {
              child part = Part
              enter { run part.start }
              reject start
            }

            """, to: "Specs/All.flow")
        let call = keyway("check", "--fix", folder.path(of: "Specs"))
        #expect(call.code == .fine, "\(call.errors)")
        #expect(try String(contentsOfFile: part, encoding: .utf8).contains("  ignore cancel  // decide: "))
        #expect(try String(contentsOfFile: whole, encoding: .utf8).contains("  ignore part.done  // decide: "))
        #expect(keyway("check", "--fix", folder.path(of: "Specs")).errors.count == 1)
    }

    @Test("A file that cannot be written is one sentence, and stays as it was")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        // The name has 255 bytes, the most that a file can have: no file with a longer name can be written beside it, even by root.
        let name = String(repeating: "a", count: 250) + ".flow"
        let path = try folder.write(Self.open, to: name)
        let call = keyway("check", "--fix", path)
        #expect(call.code == .problem)
        #expect(call.errors == ["\(path): cannot write beside it: File name too long"])
        #expect(try folder.contents(of: "") == [name: Array(Self.open.utf8)])
    }

    @Test("A file that may only be read is one sentence too", .enabled(if: geteuid() != 0, "root may write it"))
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.open, to: "Door.flow")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let call = keyway("check", "--fix", path)
        #expect(call.code == .problem)
        #expect(call.errors == ["\(path): cannot write it: Permission denied"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.open)
    }

    private static let house = """
        flow House version 1
        final inside
        final outside
        within 5m -> outside
        state atDoor {
          child door = Gate
          enter { run door.cancel }
          on door.inside -> inside
          on door.outside -> outside
        }

        """

    @Test("A child's flow is looked up among the given paths, then in the nearest Specs of the file")
    func children() throws {
        let folder = try TemporaryFolder()
        let house = try folder.write(Self.house, to: "Specs/Deep/House.flow")
        let alone = keyway("check", house)
        #expect(alone.code == .problem)
        #expect(alone.lines.filter { $0.contains(": error: ") }.map { $0.suffix(7) } == ["[FL031]"])
        let gate = try folder.write(
            Door.flow.changing("flow Door", to: "flow Gate").changing("leave", to: "cancel"),
            to: "elsewhere/Gate.flow")
        #expect(keyway("check", house, gate).code == .fine)
        #expect(keyway("check", house).code == .problem)
        try folder.write(
            Door.flow.changing("flow Door", to: "flow Gate").changing("leave", to: "cancel"),
            to: "Specs/Other/Any.flow")
        #expect(keyway("check", house).code == .fine)
        try folder.write(Self.house.changing("door.outside ->", to: "door.oustide ->"), to: "Specs/Deep/House.flow")
        let misspelt = keyway("check", house).lines.filter { $0.contains(": error: ") }
        #expect(misspelt.first?.hasPrefix("\(house):9:11: error: there is no final of 'Gate' called 'oustide'") == true)
    }

    @Test("A released table beside the spec is compared with its version")
    func released() throws {
        let folder = try Door.folder()
        let source = SourceText(path: "Door.flow", bytes: Array(Door.flow.utf8))
        let table = Table(of: try CheckedFile(source).soundMachine())
        try folder.write("", to: "Specs/Released/empty")
        try folder.replace("Specs/Released/Door-1.table", with: table.canonicalBytes)
        #expect(keyway("check", folder.path(of: "Specs")).code == .fine)
        #expect(keyway("table", folder.path(of: "Specs/Door.flow")).code == .fine)
        let path = try folder.write(Door.flow.changing("within 5m", to: "within 6m"), to: "Specs/Door.flow")
        let call = keyway("check", folder.path(of: "Specs"))
        #expect(call.code == .problem)
        let errors = call.lines.filter { $0.contains(": error: ") }
        #expect(errors.count == 1)
        #expect(
            errors.first?.hasPrefix("\(path):2:19: error: 'Door' version 1 was released with another table") == true)
        #expect(keyway("table", path).code == .problem)
        try folder.write(
            Door.flow.changing("within 5m", to: "within 6m").changing("version 1", to: "version 2"),
            to: "Specs/Door.flow")
        #expect(keyway("check", folder.path(of: "Specs")).code == .fine)
    }
}
