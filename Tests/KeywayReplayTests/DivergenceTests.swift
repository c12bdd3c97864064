import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import Testing

@Suite("Divergences")
struct DivergenceTests {
    @Test("A run departs nowhere from the table that made it")
    func sameTable() throws {
        for run in try ReplayTests.runs() {
            #expect(try Replay.divergence(of: run.records, from: run.flow.table) == nil)
        }
    }

    static let text = """
        flow Tiny version 1
        enum Way { left, right }
        context { way: Way? }
        command go(way: Way, ways: set of Way), next
        effect say
        effect check replies yes, no otherwise no within 5s
        final done
        final failed
        within 20m -> failed
        late other
        state first { on go when way == left and right in ways -> second { keep way } on go otherwise -> third }
        state second { enter { do check } after 9s -> third on next -> third { do say } on yes, no stay }
        state third { after 7s -> failed on next -> done }
        """

    private func records(_ drive: (inout DrivenRun) throws -> Void) throws -> [Record] {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try drive(&run)
        return run.records()
    }

    @Test("Events, states, cases and sets are compared by name, however the other table numbers them")
    func renumbered() throws {
        let records = try records { run in
            try run.send("go", .enumCase(0), .set(0b10))
            try run.reply("yes", to: "check")
            try run.pass(until: 9000)
            try run.send("next")
        }
        #expect(records.count == 5)
        let other = Self.text.changing("enum Way { left, right }", to: "enum Way { right, up, left }")
            .changing("command go", to: "command extra command go")
            .changing("effect say", to: "effect further effect say")
            .changing("go(way: Way, ways: set of Way)", to: "go(ways: set of Way, way: Way)")
            .changing("state third {", to: "state unused { on next -> done } state third {")
        let flow = try LoadedFlow(other)
        #expect(flow.table.event(named: "go") != (try LoadedFlow(Self.text)).table.event(named: "go"))
        #expect(try Replay.divergence(of: records, from: flow.table) == nil)
    }

    @Test("What was chosen for a parameter is chosen for the parameter of the same name")
    func parameters() throws {
        let text = """
            flow Patient version 1
            param most: int 1...5 = 3
            context { tries: int 0...5 = 0 }
            command next
            final done
            final failed
            within 20m -> failed
            reject other
            state idle waits for user { on next when tries < most stay { tries += 1 } on next otherwise -> done }
            """
        let flow = try LoadedFlow(text)
        let running = RunningFlow(flow.table)
        let most = try #require(flow.table.parameter(named: "most")).position
        var (machine, decision) = RunMachine.begin(
            DrivenRun.id, of: running, version: FlowVersion(of: running, annotations: flow.annotations),
            choosing: [most: .integer(1)], kind: .live, salt: 7, at: Instant(milliseconds: 0))
        var records = decision.records
        for _ in 1...2 {
            decision = try machine.decide(
                .command(Command(try #require(flow.table.event(named: "next")))), at: Instant(milliseconds: 0))
            records += decision.records
        }
        #expect(records.count == 3 && machine.isEnded)
        let other = try LoadedFlow(text.changing("param most", to: "param least: int 0...5 = 0 param most"))
        #expect(try Replay.divergence(of: records, from: other.table) == nil)
    }

    @Test(
        "The first step that goes otherwise is named",
        arguments: [
            ("on next -> done", "on next -> failed", 3, "next", "done"),
            ("on next -> third { do say }", "on next -> third", 2, "next", "third"),
            ("way == left", "way == right", 1, "go", "second"),
            (
                "command go(way: Way, ways: set of Way), next", "command go(way: Way, ways: set of Way), nextOne", 2,
                "next", "third"
            ),
        ])
    func changed(old: String, new: String, sequence: UInt64, event: String, state: String) throws {
        let records = try records { run in
            try run.send("go", .enumCase(0), .set(0b10))
            try run.send("next")
            try run.send("next")
        }
        var text = Self.text.changing(old, to: new)
        if new.contains("nextOne") { text = text.changing("on next", to: "on nextOne") }
        let found = try #require(try Replay.divergence(of: records, from: LoadedFlow(text).table))
        #expect(found.sequence == sequence)
        #expect(found.event == event)
        #expect(found.state == state)
        #expect(found.run == DrivenRun.id)
    }

    @Test(
        "A value that the other table's field cannot have is a divergence, and one that it can have is none",
        arguments: [
            ("int 0...9", nil), ("int 0...5", nil), ("int 0...4", 1 as UInt64?), ("duration 0s...9s", 1),
            ("int 0...4?", nil),
        ])
    func otherRange(kind: String, sequence: UInt64?) throws {
        let text = """
            flow Ranged version 1
            command go(count: int 0...9)
            final done
            final failed
            within 20m -> failed
            reject other
            state idle waits for user { on go -> done }
            """
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go", .integer(5))
        let found = try Replay.divergence(
            of: run.records(), from: LoadedFlow(text.changing("int 0...9", to: kind)).table)
        #expect(found?.sequence == sequence)
    }

    @Test("A timer that the other table does not have is a divergence")
    func otherTimer() throws {
        let records = try records { run in
            try run.send("go", .enumCase(1), .set(0))
            try run.pass(until: 7000)
        }
        let found = try Replay.divergence(
            of: records, from: LoadedFlow(Self.text.changing("after 7s", to: "after 8s")).table)
        #expect(found?.sequence == 2)
        #expect(found?.event == "after 7s")
    }

    @Test("A run that begins in another state departs at its beginning")
    func otherBeginning() throws {
        let other = Self.text.changing("state first {", to: "state zeroth { on next -> first } state first {")
        let found = try Replay.divergence(of: records { _ in }, from: LoadedFlow(other).table)
        #expect(found?.sequence == 0)
        #expect(found?.event == "began")
    }
}
