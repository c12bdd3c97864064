import FlowTranscripts
import KeywayCore
import KeywayFileLog
import KeywayLog
import TestThreads
import Testing

@testable import KeywayCommandLine

/// The shipped flows beside the models of their SDKs.
@Suite("keyway why, beside a provider's model", .longComputation)
struct WhyTests {
    private static let root = String(#filePath.dropLast("/Tests/KeywayCommandLineTests/WhyTests.swift".count))

    /// Why the run of a transcript of OTPless ended as it did.
    private func why(_ transcript: String, _ options: String..., in folder: TemporaryFolder) -> CapturedCall {
        let log = folder.path(of: "log")
        let specs = ["--specs", Self.root + "/Specs"]
        let path = Self.root + "/Specs/OTPless/Transcripts/\(transcript).jsonl"
        let flow = transcript.hasPrefix("sna") ? "OTPlessSNA" : "OTPlessSmartAuth"
        keyway(["run", flow, "--transcript", path, "--log", log, "--reference", transcript] + specs).expectFine()
        return keyway(["why", log, "--reference", transcript] + options + specs)
    }

    @Test(
        "A word that the SDK may have said is added, and the edited run is played to its other end",
        arguments: ["smartauth-abandoned", "smartauth-five-wrong-codes"])
    func helped(transcript: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "edited.jsonl")
        let call = why(transcript, "--against", "OTPless@2.3.2", "--transcript", file, "--format", "json", in: folder)
        call.expectFine()
        let told = try members(of: call.output)
        #expect(told["from"] == .text("failed") && told["to"] == .text("authenticated"))
        #expect(told["minimal"] == .bool(false))
        #expect(told["assumed"] == .list([.object(["effect": .text("checkToken"), "reply": .text("confirmed")])]))
        keyway(
            "run", "OTPlessSmartAuth", "--transcript", file, "--log", folder.path(of: "other"), "--specs",
            Self.root + "/Specs"
        ).expectFine()
        #expect(keyway("runs", folder.path(of: "other"), "--outcome", "authenticated").lines.last == "1 run")
    }

    @Test("The edited run goes to standard output where its file is -, and the change is told beside it")
    func toStandardOutput() throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "edited.jsonl")
        let written = why("smartauth-abandoned", "--against", "OTPless@2.3.2", "--transcript", file, in: folder)
        written.expectFine()
        let log = folder.path(of: "log")
        let words = [
            "why", log, "--reference", "smartauth-abandoned", "--against", "OTPless@2.3.2", "--specs",
            Self.root + "/Specs", "--transcript", "-",
        ]
        let call = keyway(words, in: folder.path)
        call.expectFine()
        #expect(try call.output == String(decoding: folder.bytes(of: "edited.jsonl"), as: UTF8.self))
        #expect(call.errors == written.lines)
        let mixed = keyway(words + ["--format", "json"], in: folder.path)
        #expect(mixed.code == .usage && mixed.output.isEmpty)
    }

    @Test("What the backend answered is never edited: where it never confirms, nothing helps")
    func backend() throws {
        let folder = try TemporaryFolder()
        let call = why("smartauth-request-denied", "--against", "OTPless@2.3.2", in: folder)
        #expect(call.code == .problem || !call.output.contains("authenticated instead"))
        let refused = why("sna-timeout", "--against", "OTPless@2.3.2", in: folder)
        #expect(refused.code == .problem)
    }

    @Test("A model that knows no such word says so, and an unknown provider is refused")
    func otherVersion() throws {
        let folder = try TemporaryFolder()
        let foreign = why("smartauth-abandoned", "--against", "Truecaller@0.2", in: folder)
        #expect(foreign.code == .problem)
        #expect(why("smartauth-abandoned", "--against", "Nobody", in: folder).code == .problem)
    }

    @Test("A search that came to its limit of steps says so, and how to take it further")
    func limit() throws {
        let folder = try TemporaryFolder()
        let short = why("sna-timeout", "--against", "OTPless@2.3.2", "--steps", "10", in: folder)
        #expect(short.code == .problem)
        #expect(short.errors.first?.contains("stopped after 10 steps, and --steps takes it further") == true)
        let found = why("smartauth-abandoned", "--against", "OTPless@2.3.2", "--format", "json", in: folder)
        let told = try members(of: found.output)
        #expect(told["complete"] == .bool(told["untried"] == .list([])))
        #expect(why("sna-timeout", "--steps", "few", in: folder).code == .usage)
    }

    @Test("Where all was tried, the sentence says at which moments")
    func tried() throws {
        let folder = try TemporaryFolder()
        let call = why("sna-abandoned", in: folder)
        #expect(call.code == .problem)
        #expect(call.errors.first?.contains("tried were the moments at which something happened or was due") == true)
    }

    @Test("On a narrow terminal an answer is broken at blanks")
    func narrow() throws {
        let folder = try TemporaryFolder()
        let whole = why("smartauth-abandoned", "--against", "OTPless@2.3.2", in: folder)
        let words = ["why", folder.path(of: "log"), "--against", "OTPless@2.3.2", "--specs", Self.root + "/Specs"]
        let narrow = keyway(words, width: 60)
        #expect(narrow.lines.allSatisfy { $0.count <= 60 } && narrow.lines.count > whole.lines.count)
        #expect(
            narrow.output.split(whereSeparator: \.isWhitespace) == whole.output.split(whereSeparator: \.isWhitespace))
    }

    @Test("A long search is stopped by the person, and says that it was")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let log = folder.path(of: "log")
        _ = why("sna-timeout", in: folder)
        let errors = Lock<[String]>([])
        let console = Console(write: { _ in }, remark: { line in errors.withLock { $0.append(line) } })
        var surroundings = Surroundings(console: console, workingDirectory: "/", temporaryFolder: "/")
        surroundings.isInterrupted = { true }
        let words = ["why", log, "--against", "OTPless@2.3.2", "--specs", Self.root + "/Specs"]
        #expect(EntryPoint.call(words, in: surroundings) == .problem)
        #expect(errors.withLock { $0 }.first?.contains("the search was stopped") == true)
    }
}
