import Foundation
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("Where a run stands that has not ended")
struct OpenRunTests {
    private static let bell = """
        flow Bell version 1
        type Tone = text(1...8)
        context { tone: Tone?, rings: int 0...3 = 0 }
        command ring(tone: Tone), cancel
        final rung
        final silent
        within 1m -> silent
        on cancel -> silent
        reject other
        late other
        state still waits for user { on ring -> ringing { keep tone; rings = 1; set rest 20s } }
        state ringing waits for user {
          timer rest
          on rest -> rung
        }

        """

    private static let house = """
        flow House version 1
        type Tone = text(1...8)
        type Name = text(1...8) personal
        context { tone: Tone?, guest: Name? }
        command start(tone: Tone, guest: Name), cancel
        final over
        within 5m -> over
        on cancel -> over
        reject other
        late other
        state idle waits for user { on start -> hall { keep tone, guest } }
        state hall {
          child bell = Bell
          enter { run bell.ring(tone) }
          on bell.rung, bell.silent -> over
        }

        """

    private static let ringing = """
        {"transcript": 1, "flow": "House", "about": "Somebody rings."}
        {"at": 2, "command": "start", "with": {"tone": "high", "guest": "Ada"}}

        """

    private static let standing = [
        "at 2s:",
        "  in hall", "    values   tone = \"high\", guest present", "    timer    within 5m, due at 300s",
        "  bell in ringing", "    values   tone = \"high\", rings = 1", "    timer    within 1m, due at 62s",
        "    timer    rest, due at 22s",
    ]

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Self.bell, to: "Specs/Bell.flow")
        try folder.write(Self.house, to: "Specs/House.flow")
        try folder.write(Self.ringing, to: "ringing.jsonl")
        return folder
    }

    private func run(_ options: String..., in folder: TemporaryFolder) -> CapturedCall {
        keyway(
            ["run", "House", "--transcript", folder.path(of: "ringing.jsonl"), "--log", folder.path(of: "log")]
                + options,
            in: folder.path)
    }

    @Test("run and replay tell the legs of an open run, with their values and deadlines")
    func text() throws {
        let folder = try folder()
        let log = folder.path(of: "log")
        #expect(
            run(in: folder).lines.suffix(10) == ["not ended: the run is in hall"] + Self.standing + ["log: \(log)"])
        #expect(
            keyway("replay", log).lines.suffix(9)
                == ["not ended: the run is in hall; every record is as the flow in the log decides"] + Self.standing)
    }

    @Test("As JSON run and replay tell the same legs, in the object of the run")
    func json() throws {
        let folder = try folder()
        let told = try members(of: run("--format", "json", in: folder).output)
        let replayed = try members(of: keyway("replay", folder.path(of: "log"), "--format", "json").output)
        #expect(told["snapshot"] != nil)
        #expect(replayed["runs"]?.list?.first?.object?["snapshot"] == told["snapshot"])
        let file = folder.path(of: "runs.jsonl")
        keyway("export", folder.path(of: "log"), "--jsonl", file).expectFine()
        #expect(try members(of: String(contentsOfFile: file, encoding: .utf8))["snapshot"] == told["snapshot"])
        let legs = told["snapshot"]?.object?["legs"]?.list?.compactMap(\.object) ?? []
        #expect(legs.map { $0["state"] } == [.text("hall"), .text("ringing")])
        #expect(legs.map { $0["leg"]?.text } == [nil, "bell"])
        #expect(legs.last?["context"] == .object(["tone": .text("high"), "rings": .integer(1)]))
        let rest: RawValue = .object(["name": .text("rest"), "due": .integer(22), "held": .bool(false)])
        #expect(legs.last?["timers"]?.list?.last == rest)
    }

    @Test("For a run that has ended no legs are told")
    func ended() throws {
        let folder = try Door.folder()
        let told = try members(of: Door.run(in: folder, "--format", "json").output)
        #expect(told["final"] == .text("inside") && told["snapshot"] == nil)
        #expect(!keyway("replay", folder.path(of: "log")).lines.contains { $0.hasPrefix("at ") })
    }
}
