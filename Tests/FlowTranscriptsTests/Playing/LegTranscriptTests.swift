import FlowFixtures
import FlowTranscripts
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("Transcripts, logs and replays of flows with sub-flows")
struct LegTranscriptTests {
    private static let bell = """
        flow Bell version 1
        command ring, press, cancel
        callback heard, broken
        effect strike(n: int 0...3)
        effect ask replies yes, no otherwise no within 5s
        source bells = "Bells" by word singleton { HEARD => heard BROKEN => broken }
        final rung
        final mute
        within 15m -> mute
        ignore unrecognised
        late other
        on cancel -> mute { do strike(0) }
        state idle waits for user { on ring -> ringing reject press late heard, broken }
        state ringing {
          enter { do strike(1); do ask }
          on heard -> rung
          on broken, no -> mute
          on yes stay
          on press stay { do strike(2) }
          reject ring
          after 30s -> mute
        }
        """

    private static let house = """
        flow House version 1
        command start, skip, cancel
        effect ask replies yes, no otherwise no within 5s
        final inside
        final outside
        within 20m -> outside
        reject other
        on cancel -> outside
        state street waits for user { on start -> asking late yes, no }
        state asking { enter { do ask } on yes -> front on no -> outside }
        group trying {
          on skip -> back
          late yes, no
          state front { child front = Bell enter { run front.ring } on front.rung -> inside on front.mute -> back }
          state back { child rear = Bell enter { run rear.ring } on rear.rung -> inside on rear.mute -> outside }
        }
        """

    private func flow() throws -> LoadedFlow { try LoadedFlow(Self.house, among: ["Bell": Self.bell]) }

    private func run() throws -> DrivenRun { try DrivenRun(flow()) }

    /// For each record its leg, its event, what the event meant, and the leg's state, as a replay reads them.
    private func told(_ run: DrivenRun) throws -> [String] {
        try Replay(of: run.records()).timeline.entries.map { entry in
            "\(entry.leg ?? "root"): \(entry.event) \(entry.disposition) \(entry.state)"
        }
    }

    @Test("A leg's records stand among the root's, in the block of the step that brought them")
    func blocks() throws {
        var run = try run()
        try run.send("start")
        let steps = try run.reply("yes", to: "ask")
        #expect(run.names(of: steps) == ["yes", "front: began", "front: ring"])
        #expect(run.records().map(\.leg) == [0, 0, 0, 1, 1])
        #expect(run.records().map(\.sequence) == [0, 1, 2, 3, 4])
        #expect(run.state(of: "front") == "ringing")
        let ended = try run.tell("HEARD")
        #expect(run.names(of: ended) == ["front: heard", "front.rung"])
        #expect(run.state == "inside")
    }

    @Test("A replay folds every leg to what the run told, until any record")
    func replays() throws {
        var run = try run()
        try run.send("start")
        try run.reply("yes", to: "ask")
        try run.send("press", to: "front")
        try run.send("skip")
        try run.tell("HEARD")
        let records = run.records()
        let replayed = try Replay(of: records)
        #expect(replayed.disagreement == nil)
        #expect(
            try told(run) == [
                "root: start taken asking", "root: yes taken front", "front: began taken idle",
                "front: ring taken ringing", "front: press stayed ringing", "root: skip taken back",
                "front: cancel taken mute", "rear: began taken idle", "rear: ring taken ringing",
                "rear: heard taken rung", "root: rear.rung taken inside",
            ])
        #expect(replayed.timeline.final == "inside" && replayed.timeline.state == "inside")
        for last in records.indices {
            let part = try Replay(of: records, until: UInt64(last))
            #expect(part.disagreement == nil && part.timeline.entries.count == last)
        }
        #expect(try Replay.divergence(of: records, from: flow().table) == nil)
        let other = try LoadedFlow(
            Self.house, among: ["Bell": Self.bell.changing("on press stay { do strike(2) }", to: "ignore press")])
        #expect(try Replay.divergence(of: records, from: other.table)?.event == "press")
    }

    @Test("A record that tells another leg, child or state than the flow makes is a disagreement or malformed")
    func tampered() throws {
        var run = try run()
        try run.send("start")
        try run.reply("yes", to: "ask")
        try run.tell("BROKEN")
        let records = run.records()
        for position in records.indices.dropFirst() {
            var other = records
            other[position].leg = other[position].leg == 0 ? 1 : 0
            let found = try? Replay(of: other)
            #expect(found == nil || found?.disagreement != nil, "record \(position)")
        }
        var legs = 0
        for (position, record) in records.enumerated() {
            guard case .legBegan(var told) = record.content else { continue }
            legs += 1
            var other = records
            told.child = 1 - told.child
            other[position].content = .legBegan(told)
            #expect(try Replay(of: other).disagreement?.field == "child")
            other = records
            other.remove(at: position)
            #expect(throws: Replay.Failure.self) { try Replay(of: other) }
        }
        #expect(legs > 0)
    }

    @Test(
        "A callback goes to the newest leg that runs and reads it, else to the newest that has ended, else to the root")
    func callbacks() throws {
        var run = try run()
        let early = try run.tell("HEARD")
        #expect(early.map(\.leg) == [0] && early.map(\.disposition) == [.unrecognised])
        try run.send("start")
        try run.reply("yes", to: "ask")
        try run.tell("BROKEN")
        #expect(run.state(of: "rear") == "ringing")
        let heard = try run.tell("HEARD")
        #expect(run.names(of: heard) == ["rear: heard", "rear.rung"])
        let late = try run.tell("BROKEN")
        #expect(run.names(of: late) == ["rear: broken"] && late.map(\.disposition) == [.late])
        #expect(run.names(of: try run.tell("NOISE")) == ["unrecognised"])
    }

    @Test("An answer finds the leg of its order, also when the leg has ended")
    func answers() throws {
        var run = try run()
        try run.send("start")
        try run.reply("yes", to: "ask")
        let order = try #require(run.machine.legs[1].run.openEffects.first?.order)
        let yes = try #require(run.machine.legs[1].table.event(named: "yes"))
        #expect(run.names(of: try run.answer(order, with: yes)) == ["front: yes"])
        try run.send("skip")
        #expect(try run.answer(order, with: yes).map(\.leg) == [1])
    }

    @Test("The timers and limits of all legs are one queue")
    func time() throws {
        var run = try run()
        try run.send("start")
        try run.reply("yes", to: "ask")
        let limited = try run.pass(until: 5_000)
        #expect(run.names(of: limited).prefix(2) == ["front: no", "front.mute"])
        #expect(run.state(of: "rear") == "ringing")
        try run.reply("yes", to: "ask", in: "rear")
        let fired = try run.pass(until: 40_000)
        #expect(run.names(of: fired) == ["rear: after 30s", "rear.mute"])
        #expect(run.state == "outside")
    }

    @Test("A command for a leg is checked by the leg's flow; one that has not begun or has ended rejects it")
    func commands() throws {
        var run = try run()
        #expect(try run.send("press", to: "front").answer == .rejected(.notNow))
        #expect(throws: RunError.self) { try run.send("press", to: "side") }
        #expect(throws: RunError.self) { try run.send("start", to: "front") }
        try run.send("start")
        try run.reply("yes", to: "ask")
        #expect(try run.send("press", to: "front").answer == .accepted)
        #expect(try run.send("ring", to: "front").answer == .rejected(.notNow))
        try run.tell("HEARD")
        #expect(try run.send("press", to: "front").answer == .rejected(.ended))
    }

    @Test("A run in which legs end each other without end is ended by its session's deadline, and replays")
    func endless() throws {
        let quick = Self.bell.changing("on ring -> ringing", to: "on ring -> mute")
        let round = Self.house.changing("on rear.mute -> outside", to: "on rear.mute -> front")
        var run = try DrivenRun(LoadedFlow(round, among: ["Bell": quick]))
        try run.send("start")
        try run.reply("yes", to: "ask")
        #expect(run.state == "outside")
        let records = run.records()
        #expect(records.count > 1_990 && records.count < 2_010)
        #expect(try Replay(of: records).disagreement == nil)
    }

    @Test("A transcript names effects and commands behind their leg, or without it where one sub-flow alone has them")
    func binding() throws {
        let flow = try flow()
        func bound(_ header: String, _ lines: String...) throws -> BoundTranscript {
            let text = ([#"{"transcript": 1, "flow": "House", \#(header)}"#] + lines).joined(separator: "\n")
            return try Transcript.read(Array(text.utf8), path: "t.jsonl").bind(to: flow.table)
        }
        let fine = try bound(
            #""replies": {"ask": ["yes"], "front.ask": ["no"], "rear.ask": ["yes"]}"#,
            #"{"at": 0, "command": "front.press"}"#)
        #expect(Set(fine.replies.keys) == [.init(0), .init(1, in: "front"), .init(1, in: "rear")])
        #expect(fine.lines.map(\.content) == [.command(1, fields: [], to: "front")])
        let wrong = #expect(throws: BadTranscript.self) {
            try bound(#""about": "a""#, #"{"at": 0, "command": "press"}"#)
        }
        #expect(wrong?.problems.first?.description.contains("front.press, rear.press") == true)
    }

    @Test("An effect that a header names both without its leg and behind it is a problem of the header")
    func namedTwice() throws {
        let hut = """
            flow Hut version 1
            command leave
            final inside
            final outside
            within 20m -> outside
            reject other
            child front = Bell
            enter { run front.ring }
            state here { on front.rung -> inside on front.mute -> outside on leave -> outside }
            """
        let flow = try LoadedFlow(hut, among: ["Bell": Self.bell])
        func bound(_ replies: String) throws -> BoundTranscript {
            let text = "\n" + #"{"transcript": 1, "flow": "Hut", "replies": {\#(replies)}}"#
            return try Transcript.read(Array(text.utf8), path: "t.jsonl").bind(to: flow.table)
        }
        #expect(try bound(#""ask": ["yes"]"#).replies == bound(#""front.ask": ["yes"]"#).replies)
        let wrong = #expect(throws: BadTranscript.self) { try bound(#""ask": ["yes"], "front.ask": ["no"]"#) }
        #expect(
            wrong?.problems.map(\.description) == [
                "t.jsonl:2: the effect that 'ask' names is named again, as 'front.ask'"
            ])
    }
}
