import Foundation
import Testing

@testable import TerminalSignIn

@Suite("The program as a new user has it")
struct ProgramTests {
    /// Runs the program until it ends or is killed; returns how it ended, and what it wrote.
    private func run(
        in folder: SignInFolder, _ options: [String], killedAfter moment: Life.Moment = .ifHangingFor(60)
    ) async throws -> (end: Life.End, text: String) {
        let life = try Life(
            try BuiltProgram.url(),
            ["--log", folder.log, "--latency", "20", "--silence", "0", "--trouble", "0", "--seed", "2"] + options)
        let (end, lines) = await life.end(at: moment)
        return (end, lines.joined(separator: "\n"))
    }

    private static let script = "start 4912345678 DE ways=offline account=asha; choose pin; pin 1111; pin 2468; done"

    @Test("A script goes to the end, and the program says how the sign-in ended and how to see why")
    func script() async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        let (end, text) = try await run(in: folder, ["--script", Self.script])
        #expect(end == .exited(0))
        for part in [
            "A sign-in begins", "byCode, typing", "your phone shows a code:", "has ended: codePresented",
            "keyway replay '\(folder.log)'",
        ] { #expect(text.contains(part), "\(part) is not in:\n\(text)") }
        #expect(text.components(separatedBy: "pin: accepted").count == 3)
    }

    @Test("Killed in the middle and begun again, it goes on from where the number is given")
    func goesOn() async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        let script = ["--script", "start 4912345678 DE ways=silent,offline account=asha; choose pin; cancel"]
        let another = ["--script", "start 4912345678 DE ways=offline account=asha; choose pin; cancel"]
        // Slowly, so that the kill comes while the backend makes its request.
        let (end, before) = try await run(
            in: folder, script + ["--latency", "4000"], killedAfter: .afterLines(8, 0, orSeconds: 60))
        #expect(end == .killed && before.contains("start: accepted"), "\(before)")
        let (again, text) = try await run(in: folder, another)
        #expect(again == .exited(0))
        #expect(text.contains("came back") && text.contains("start: accepted"), "\(text)")
        #expect(text.contains("choose: accepted") && text.contains("has ended: cancelled"), "\(text)")
    }

    @Test("A script that has nothing to say where a person is asked leaves, and says so")
    func stuckScript() async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        let (end, text) = try await run(
            in: folder, ["--script", "start 4912345678 DE ways=offline account=asha; code 123456"])
        #expect(end == .exited(0))
        #expect(text.contains("the script's next line, 'code 123456', means nothing here"), "\(text)")
        #expect(text.contains("It is not over."), "\(text)")
    }

    @Test("Input that ends where a person is asked leaves the sign-in, and says how to go on")
    func endOfInput() async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        let (end, text) = try await run(in: folder, [])
        #expect(end == .exited(0))
        #expect(text.contains("It is not over. To go on: swift run TerminalSignIn --log '\(folder.log)'"), "\(text)")
    }

    @Test("A file, or a folder that is no log, is refused", arguments: [true, false])
    func noLog(isFile: Bool) async throws {
        let folder = BuiltProgram.freshFolder()
        defer { BuiltProgram.remove(folder) }
        if isFile {
            try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.log))
        } else {
            try FileManager.default.createDirectory(atPath: folder.log, withIntermediateDirectories: true)
            try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.log + "/hello.txt"))
        }
        let (end, _) = try await run(in: folder, [])
        #expect(end == .exited(1))
    }

    @Test("A wrong call is refused, and help is not")
    func calls() async throws {
        let folder = BuiltProgram.freshFolder()
        #expect(try await run(in: folder, ["--fly"]).end == .exited(64))
        let help = try await run(in: folder, ["--help"])
        #expect(help.end == .exited(0) && help.text.contains("--log FOLDER"))
    }
}
