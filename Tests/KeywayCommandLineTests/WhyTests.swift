import FlowFixtures
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

    /// Why a run of this transcript ended as it did.
    private func why(_ flow: String, _ lines: [String], _ options: [String], in folder: TemporaryFolder) throws
        -> CapturedCall
    {
        let log = folder.path(of: "log")
        let specs = ["--specs", Self.root + "/Specs"]
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "recorded.jsonl")
        keyway(["run", flow, "--transcript", file, "--log", log] + specs).expectFine()
        return keyway(["why", log] + options + specs)
    }

    @Test("A sub-flow hears what was retained before its first command, in the edited run and in its transcript")
    func retained() throws {
        let way = """
            flow Way version 1
            context { isReady: bool = false }
            command go, cancel
            callback ready, done
            effect begin
            source box = "Box" by kind singleton { retained READY => ready DONE => done }
            final good success
            final bad
            require good only after done
            within 15m -> bad
            on cancel -> bad
            ignore unrecognised
            reject other
            state idle waits for user {
              on go -> running { do begin }
              on ready stay { isReady = true }
              late done
            }
            state running {
              on done when isReady -> good
              on done when not isReady -> bad
              ignore ready
              after 10s -> bad
            }

            """
        let folder = try TemporaryFolder()
        try folder.write(way, to: "Specs/Way.flow")
        try folder.write(TwoWays.flow(first: "Way", second: "Way") + "\n", to: "Specs/Ways.flow")
        let (log, specs) = (folder.path(of: "log"), ["--specs", folder.path(of: "Specs")])
        let lines = [
            #"{"transcript": 1, "flow": "Ways"}"#, #"{"at": 0, "command": "start"}"#,
            #"{"at": 1, "callback": {"kind": "READY"}}"#, #"{"at": 25, "callback": {"kind": "DONE"}}"#, #"{"at": 30}"#,
        ]
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "ways.jsonl")
        keyway(["run", "Ways", "--transcript", file, "--log", log] + specs).expectFine()
        let edited = folder.path(of: "edited.jsonl")
        let call = keyway(["why", log, "--transcript", edited] + specs)
        call.expectFine()
        #expect(call.lines.first?.contains("second.done, record 12, had come 5.001s earlier") == true, "\(call.lines)")
        let text = String(decoding: try folder.bytes(of: "edited.jsonl"), as: UTF8.self)
        #expect(text.ranges(of: "READY").count == 1, "the word is said once: \(text)")
        keyway(["run", "Ways", "--transcript", edited, "--log", folder.path(of: "other")] + specs).expectFine()
    }

    @Test("What was said before the run began is not moved")
    func saidBefore() throws {
        let flow = """
            flow Kept version 1
            context { broken: bool = false }
            command start, cancel
            callback initFailed, done
            effect begin
            source box = "BoxReport" by event singleton {
              retained FAILED => initFailed
              DONE => done
            }
            final good success
            final failed
            final cancelled
            require good only after done
            on cancel -> cancelled
            within 20m -> failed
            ignore unrecognised
            ignore restored
            reject other
            late other
            state idle waits for user {
              on start when not broken -> running { do begin }
              on start when broken -> failed
              on initFailed stay { broken = true }
              late done
            }
            state running { on done -> good ignore initFailed after 30s -> failed }

            """
        let folder = try TemporaryFolder()
        try folder.write(flow, to: "Specs/Kept.flow")
        let lines = [
            #"{"transcript": 1, "flow": "Kept", "retained": [{"event": "FAILED"}]}"#,
            #"{"at": 5, "command": "start"}"#, #"{"at": 6, "callback": {"event": "DONE"}}"#, #"{"at": 60}"#,
        ]
        let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "kept.jsonl")
        let (log, specs) = (folder.path(of: "log"), ["--specs", folder.path(of: "Specs")])
        keyway(["run", "Kept", "--transcript", file, "--log", log] + specs).expectFine()
        let call = keyway(["why", log] + specs)
        #expect(call.code == .problem && !(call.output + call.errors.joined()).contains("initFailed"), "\(call)")
    }

    @Test("An added callback has the name of the leg that hears it")
    func nameOfAnAddition() throws {
        let folder = try TemporaryFolder()
        let lines = [
            #"{"transcript": 1, "flow": "PhoneLogin", "replies": {"createRequest": [{"reply": "created", "with": {"requestId": "ARID_7f3a"}}], "#
                + #""silent.checkStatus": ["pending"]}}"#,
            #"{"at": 0, "command": "start", "with": {"phone": "9876543210", "countryCode": "IN", "methods": ["silent", "smart"], "budget": 600}}"#,
            #"{"at": 1.3, "callback": {"responseType": "INITIATE", "statusCode": 9106, "response": {"errorCode": "9106"}}}"#,
            #"{"at": 19, "callback": {"responseType": "FAILED", "statusCode": 5003, "response": {}}}"#, #"{"at": 300}"#,
        ]
        let call = try why(
            "PhoneLogin", lines, ["--against", "OTPless@2.3.2", "--steps", "3000000", "--format", "json"], in: folder)
        call.expectFine()
        guard case .list(let edits)? = try members(of: call.output)["edits"] else {
            Issue.record("there is no list of edits: \(call.output)")
            return
        }
        let names = edits.compactMap { edit -> String? in
            guard case .object(let members) = edit, case .text(let name)? = members["event"] else { return nil }
            return name
        }
        // The silent way ended long before; the later way hears what comes.
        #expect(names == ["smart.ready", "smart.oneTap"], "\(names)")
    }

    /// PhoneLogin, to which this callback comes before any of its sub-flows has begun.
    private func early(_ callback: String) -> [String] {
        [
            #"{"transcript": 1, "flow": "PhoneLogin"}"#, #"{"at": 0, "callback": \#(callback)}"#,
            #"{"at": 1, "command": "start", "with": {"phone": "9876543210", "countryCode": "IN", "methods": ["smart"], "budget": 600}}"#,
            #"{"at": 2, "command": "smart.cancel"}"#,
        ]
    }

    @Test(
        "A run is searched to which a sub-flow's SDK spoke before the sub-flow began",
        arguments: [
            #"{"responseType": "SDK_READY", "statusCode": 200, "response": {"success": "true"}}"#,
            #"{"responseType": "FAILED", "statusCode": 5004, "response": {}}"#,
            #"{"responseType": "INITIATE", "statusCode": 200, "response": {"requestId": "r"}}"#,
        ])
    func beforeTheSubFlow(callback: String) throws {
        let models = ["--against", "OTPless@2.3.2", "--against", "Truecaller", "--against", "CAStrongAuthentication"]
        let folder = try TemporaryFolder()
        let call = try why("PhoneLogin", early(callback), models + ["--steps", "10"], in: folder)
        #expect(call.code == .problem && call.errors.first?.contains("stopped after 10 steps") == true, "\(call)")
    }

    @Test("A callback that the SDK never says is named, and told apart from one that it cannot have said then")
    func notOfTheModel() throws {
        let stranger = try why(
            "OTPlessSNA",
            [
                #"{"transcript": 1, "flow": "OTPlessSNA"}"#,
                #"{"at": 0, "callback": {"responseType": "SESSION_EXPIRED", "statusCode": 403}}"#,
                #"{"at": 1, "command": "start", "with": {"requestId": "r-1"}}"#, #"{"at": 2, "command": "cancel"}"#,
                #"{"at": 30}"#,
            ], ["--against", "OTPless@2.3.2"], in: try TemporaryFolder())
        #expect(stranger.code == .problem)
        let never = "OTPless@2.3.2 never says unrecognised (SESSION_EXPIRED 403), which came at 0s, record 1"
        #expect(stranger.errors.first?.contains(never) == true, "\(stranger.errors)")
        // Nobody has called the SDK yet.
        let untimely = try why(
            "OTPlessSNA",
            [
                #"{"transcript": 1, "flow": "OTPlessSNA"}"#,
                #"{"at": 0, "callback": {"responseType": "AUTH_TERMINATED", "statusCode": 400, "response": {"errorCode": "7169"}}}"#,
                #"{"at": 1, "command": "start", "with": {"requestId": "r-1"}}"#, #"{"at": 2, "command": "cancel"}"#,
                #"{"at": 30}"#,
            ], ["--against", "OTPless@2.3.2"], in: try TemporaryFolder())
        #expect(untimely.code == .problem)
        let then = "OTPless@2.3.2 cannot have said sdkFailed at 0s, record 1, after what was called and heard before it"
        #expect(untimely.errors.first?.contains(then) == true, "\(untimely.errors)")
    }

    @Test("What the backend answered is never edited: where it never confirms, nothing helps")
    func backend() throws {
        let folder = try TemporaryFolder()
        let call = why("smartauth-request-denied", "--against", "OTPless@2.3.2", in: folder)
        #expect(call.code == .problem || !call.output.contains("authenticated instead"))
        let refused = why("sna-timeout", "--against", "OTPless@2.3.2", in: folder)
        #expect(refused.code == .problem)
    }

    @Test("A model of another provider's SDK, which helps nothing, and an unknown provider are problems")
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

    @Test("Where nothing helps, the models are named without which no callback is dropped or added")
    func unnamedModels() throws {
        let folder = try TemporaryFolder()
        let remark = "callbacks are dropped and added only where --against names the SDK's model"
        let found = "\(remark): OTPless@2.0.9 or OTPless@2.3.2 or OTPless@3.0"
        let call = why("sna-abandoned", in: folder)
        #expect(call.code == .problem && call.errors.first?.hasSuffix("; \(found)") == true, "\(call.errors)")
        let script = why("sna-abandoned", "--format", "json", in: try TemporaryFolder())
        #expect(script.code == .problem && script.output.contains("; \(found)"), "\(script.output)")
        let stopped = why("sna-timeout", "--steps", "10", in: try TemporaryFolder())
        #expect(stopped.code == .problem && stopped.errors.first?.hasSuffix("; \(found)") == true, "\(stopped.errors)")
        let foreign = why("sna-timeout", "--against", "Truecaller@0.2", "--steps", "10", in: try TemporaryFolder())
        #expect(foreign.code == .problem && foreign.errors.first?.hasSuffix("; \(found)") == true, "\(foreign.errors)")
        let named = why("sna-timeout", "--against", "OTPless@2.3.2", "--steps", "10", in: try TemporaryFolder())
        #expect(named.code == .problem && named.errors.first?.contains(remark) == false, "\(named.errors)")
        let empty = keyway("why", folder.path(of: "log"), "--specs", folder.path)
        #expect(empty.code == .problem && empty.errors.first?.hasSuffix("; \(remark)") == true, "\(empty.errors)")
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
