import FlowTranscripts
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("A command that is asked for JSON and has no result")
struct RefusalTests {
    /// The members of `error`, which is the only member of the object on standard output.
    private func error(of call: CapturedCall) throws -> [String: RawValue] {
        let output = try members(of: call.output)
        #expect(output.count == 1)
        guard case .object(let error)? = output["error"] else {
            Issue.record("no error in \(call.output)")
            return [:]
        }
        return error
    }

    @Test(
        "Every command that is refused writes what is wrong as one JSON value",
        arguments: [
            "run Nowhere --transcript t.jsonl --log log", "replay log", "verify log", "explore Nowhere",
            "mutate Nowhere", "table Nowhere", "conformance Nowhere --out corpus", "check nowhere.flow",
        ])
    func everyCommand(call: String) throws {
        let folder = try Door.folder()
        let words = call.split(separator: " ").map(String.init) + ["--format", "json"]
        let captured = keyway(words, in: folder.path)
        #expect(captured.code == .problem)
        guard case .text(let message)? = try error(of: captured)["message"] else {
            Issue.record("no message in \(captured.output)")
            return
        }
        #expect(captured.errors.count == 1 && captured.errors[0].hasSuffix(message), "\(captured.errors)")
    }

    @Test("A refusal says where the problem stands, with the code of its rule")
    func place() throws {
        let folder = try Door.folder()
        let flow = folder.path(of: "Wrong.flow")
        try folder.write("/// It has no states.\nflow Wrong version 1\n", to: "Wrong.flow")
        let error = try error(of: keyway("table", flow, "--format", "json"))
        #expect(error["path"] == .text(flow))
        #expect(error["line"] == .integer(2))
        #expect(error["column"] == .integer(6))
        #expect(error["code"] == .text("FL072"))
    }

    @Test("A refusal says which log cannot be read", arguments: ["replay", "verify", "stats", "explain"])
    func log(command: String) throws {
        let folder = try Door.folder()
        let (nowhere, file) = (folder.path(of: "nowhere"), try folder.write("mine", to: "file"))
        let absent = try error(of: keyway(command, nowhere, "--format", "json"))
        #expect(absent["path"] == .text(nowhere) && absent["message"] == .text("there is nothing"))
        let wrong = try error(of: keyway(command, file, "--format", "json"))
        #expect(wrong["path"] == .text(file) && wrong["message"] == .text("this is no folder"))
    }

    @Test("A refused command that is asked for text writes no JSON value")
    func noJSON() throws {
        let call = keyway("table", "Nowhere", in: try Door.folder().path)
        #expect(call.code == .problem)
        #expect(call.output.isEmpty)
    }
}
