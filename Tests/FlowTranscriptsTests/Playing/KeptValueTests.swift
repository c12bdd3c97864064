import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("Rule 20a: what a sub-flow's final keeps, from the leg to its parent and in the log")
struct KeptValueTests {
    private static let door = """
        flow Door version 1
        type Key = text(1...30) secret
        type Name = text(1...30) personal
        enum Why { jammed, tired }
        context { key: Key?, who: Name?, tries: int 0...3 = 0, why: Why? }
        command open(key: Key, who: Name?), push, cancel
        effect say(key: Key) replies heard, deaf otherwise deaf within 60s
        final opened keeps tries, key, who
        final shut keeps why
        within 15m -> shut { why = tired }
        on cancel -> shut
        reject other
        late other
        state closed waits for user { on open -> turning { keep key, who } }
        state turning waits for user {
          on push when tries < 3 stay { tries += 1 }
          on push when tries >= 3 -> shut { why = jammed }
          on open -> opened { keep key }
        }
        """

    private static let house = """
        flow House version 1
        type Key = text(1...30) secret
        type Name = text(1...30) personal
        context { key: Key?, who: Name?, n: int 0...3 = 0, why: Door.Why? }
        command knock(key: Key, who: Name?), go, cancel
        effect use(key: Key?, n: int 0...3) replies used, unusable otherwise unusable within 60s
        final inside keeps n
        final outside keeps why
        within 20m -> outside
        on cancel -> outside
        reject other
        late other
        state street waits for user { on knock -> front { keep key, who } }
        state front {
          child door = Door
          enter { run door.open("plated", who) }
          on door.opened -> hall { keep key, who; n = tries }
          on door.shut when why == jammed -> outside { keep why }
          on door.shut otherwise -> street { keep why }
        }
        state hall waits for user { on go -> using }
        state using { enter { do use(key, n) } on used -> inside on unusable -> outside }
        """

    private static func flow() throws -> LoadedFlow { try LoadedFlow(house, among: ["Door": door]) }

    private func run() throws -> DrivenRun {
        var run = try DrivenRun(Self.flow())
        try run.send("knock", .text("CANARYKEY"), .text("CANARYNAME"))
        return run
    }

    @Test("The parent gets the values that the leg has at its end, in one block with it")
    func values() throws {
        var run = try run()
        for _ in 0..<2 { try run.send("push", to: "door") }
        let steps = try run.send("open", .text("CANARYGOLD"), nil, to: "door").steps
        #expect(run.names(of: steps) == ["door: open", "door.opened"])
        #expect(run.state == "hall")
        #expect(run.machine.state.values.prefix(3) == [.text("CANARYGOLD"), .text("CANARYNAME"), .integer(2)])
        try run.send("go")
        #expect(run.rootOrders.last?.arguments == [.text("CANARYGOLD"), .integer(2)])
    }

    @Test("The record of the parent's event has what is plain, and of the rest only whether it was there")
    func withheld() throws {
        var run = try run()
        try run.send("push", to: "door")
        try run.send("open", .text("CANARYGOLD"), nil, to: "door")
        let told = try #require(run.records().last?.event)
        #expect(told.fields == [.integer(1), .withheld, .withheld])
        #expect(told.outcome.context == [.withheld, .withheld, .integer(1), nil])
        let bytes = run.records().flatMap(\.codedBytes)
        for secret in ["CANARYKEY", "CANARYNAME", "CANARYGOLD"] { #expect(!bytes.contains(Array(secret.utf8))) }
        let replayed = try Replay(of: run.records())
        #expect(replayed.disagreement == nil)
        let entry = try #require(replayed.timeline.entries.last)
        #expect(entry.event == "door.opened")
        #expect(entry.fields.map { "\($0.name) \($0.value)" } == ["tries 1", "key present", "who present"])
    }

    @Test("What is absent at the end is absent for the parent, and guards tell the cases apart")
    func absent() throws {
        var run = try run()
        let steps = try run.send("cancel", to: "door").steps
        #expect(run.names(of: steps) == ["door: cancel", "door.shut"])
        #expect((run.state, run.records().last?.event?.fields) == ("street", [nil]))
        try run.send("knock", .text("k"), nil)
        for _ in 0..<4 { try run.send("push", to: "door") }
        #expect((run.state, run.records().last?.event?.fields) == ("outside", [.enumCase(0)]))
        let replayed = try Replay(of: run.records())
        #expect(
            replayed.disagreement == nil && replayed.timeline.kept.map { "\($0.name) \($0.value)" } == ["why jammed"])
    }

    @Test("A record that tells another value than the leg kept is a disagreement, in the plain and in what is withheld")
    func tampered() throws {
        var run = try run()
        try run.send("push", to: "door")
        try run.send("open", .text("gold"), nil, to: "door")
        let records = run.records()
        let others: [(Int, Value?)] = [(0, .integer(2)), (1, nil), (1, .text("gold")), (2, nil), (0, nil)]
        for (field, value) in others {
            var other = records
            var told = try #require(other[other.count - 1].event)
            told.fields[field] = value
            other[other.count - 1].content = .event(told)
            let found = try #require(try Replay(of: other).disagreement)
            #expect(found.field.hasPrefix("field."), "\(found)")
        }
        var short = records
        var told = try #require(short[short.count - 1].event)
        told.fields.removeLast()
        short[short.count - 1].content = .event(told)
        #expect(throws: Replay.Failure.self) { try Replay(of: short) }
    }

    @Test("A log that was written before finals told what they keep has its own table, and replays by it")
    func before() throws {
        let silentDoor = Self.door.changing(" keeps tries, key, who", to: "").changing(" keeps why", to: "")
        let silentHouse = Self.house.changing("keep key, who; n = tries", to: "n = 1").changing(
            "on door.shut when why == jammed -> outside { keep why }\n", to: "\n"
        ).changing("on door.shut otherwise -> street { keep why }", to: "on door.shut -> street")
            .changing("why: Door.Why?", to: "why: bool = false")
        var run = try DrivenRun(LoadedFlow(silentHouse, among: ["Door": silentDoor]))
        try run.send("knock", .text("k"), nil)
        try run.send("open", .text("gold"), nil, to: "door")
        #expect(run.records().last?.event?.fields == [])
        #expect(try Replay(of: run.records()).disagreement == nil)
        // Today's flow goes the same way with these events, as no guard on the way reads what a final keeps.
        #expect(try Replay.divergence(of: run.records(), from: Self.flow().table) == nil)
    }

    /// A played transcript: its timeline, as the log alone tells it, and the final.
    private func played(_ lines: String...) throws -> (told: [String], final: String?) {
        let header = #"{"transcript": 1, "flow": "House", "about": "a", "replies": {"use": ["used"]}}"#
        let text = ([header] + lines).joined(separator: "\n")
        let flow = try Self.flow()
        let transcript = try Transcript.read(Array(text.utf8), path: "t.jsonl").bind(to: flow.table)
        let log = MemoryLog(salt: 7)
        var player = try Player(
            transcript, as: DrivenRun.id, of: flow.table, annotations: flow.annotations, log: log)
        try player.play { _ in }
        let replayed = try Replay(of: log.records(of: DrivenRun.id))
        #expect(replayed.disagreement == nil)
        let told = replayed.timeline.entries.map { entry in
            let fields = entry.fields.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
            return
                "\(entry.leg.map { "\($0): " } ?? "")\(entry.event)\(fields.isEmpty ? "" : " (\(fields))") \(entry.state)"
        }
        return (told, replayed.timeline.final)
    }

    @Test(
        "Where the app dies before the end, the parent still hears that a secret is there, and an effect that needs it has its `otherwise`"
    )
    func restart() throws {
        let lines = [
            #"{"at": 0, "command": "knock", "with": {"key": "CANARYKEY"}}"#, #"{"at": 1, "command": "door.push"}"#,
            #"{"at": 2, "command": "door.open", "with": {"key": "CANARYGOLD"}}"#,
            #"{"at": 3, "command": "go"}"#, #"{"at": 9}"#,
        ]
        let whole = try played(lines[0], lines[1], lines[2], lines[3], lines[4])
        #expect(whole.final == "inside")
        #expect(whole.told.contains("door.opened (tries 1, key present) hall"))
        // The app dies while the leg runs. The key that the final keeps is given after that, so the parent has it for its effect.
        let early = try played(lines[0], lines[1], #"{"at": 1.5, "restart": 0.1}"#, lines[2], lines[3], lines[4])
        #expect(early.told.contains("door.opened (tries 1, key present) hall") && early.final == "inside")
        // The app dies after the leg's end: the key that the parent kept is in no log, so its effect gets its `otherwise`.
        let late = try played(lines[0], lines[1], lines[2], lines[3], #"{"at": 3.1, "restart": 0.1}"#, lines[4])
        #expect(late.final == "outside" && late.told.contains("unusable outside"), "\(late.told)")
    }
}
