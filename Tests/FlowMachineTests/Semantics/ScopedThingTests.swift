import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowTranscripts
import KeywayCore
import KeywayRuns
import Testing

@Suite("Scoped things")
struct ScopedThingTests {
    static let timed = """
        flow Tiny version 1
        context { wait: duration = 3s }
        command go, again, quit, longer(wait: duration)
        final done
        within 20m -> done
        reject other
        state outside { on go -> inside { set t 10s } on quit -> done }
        group life {
          timer t
          on t -> outside
          on quit -> done
          on again stay { set t wait }
          on longer stay { set t wait }
          state inside { on go -> deeper }
          state deeper { on go -> deeper on quit stay { clear t } on longer -> outside }
        }
        """

    @Test("Rule 14: what is begun in a scope ends when the scope is left, and speaks no more")
    func endsWithItsScope() throws {
        var machine = try MachineUnderTest(Self.timed)
        try machine.on("go", at: 1000)
        #expect(machine.timers == ["t@11000"])
        try machine.on("go", at: 2000)
        try machine.on("longer", .duration(5), at: 3000)
        #expect(machine.state == "outside")
        #expect(machine.timers == [])
        let step = try machine.on("t", at: 11_000)
        #expect(!step.changesRun)
        #expect(machine.state == "outside")
    }

    @Test("Rule 14: a timer is set and cleared only where it lives, or by the row that leads there")
    func outOfScope() {
        let text = """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            group g { timer t state a { on go -> done on t -> done } }
            state b { hold t on go -> a }
            """
        #expect(Understood(text).errors == [.usedOutOfScope])
    }

    @Test("Rule 15: setting a running timer starts it anew, and the older deadline never fires")
    func setAnew() throws {
        var machine = try MachineUnderTest(Self.timed)
        try machine.on("go", at: 0)
        try machine.on("again", at: 9000)
        #expect(machine.timers == ["t@12000"])
        try machine.on("longer", .duration(500), at: 9100)
        #expect(machine.timers == ["t@9600"])

        var run = try DrivenRun(LoadedFlow(Self.timed))
        try run.send("go")
        try run.pass(until: 9000)
        try run.send("again")
        #expect(try run.pass(until: 11_999).isEmpty)
        #expect(run.state == "inside")
        #expect(run.names(of: try run.pass(until: 12_000)) == ["t"])
        #expect(run.state == "outside")
    }

    @Test("Rule 15: firing ends a timer, and so does clear")
    func firingAndClearing() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go, stop
            final done
            within 20m -> done
            state here {
              timer t
              on go stay { set t 5s }
              on stop stay { clear t }
              on t stay
            }
            """)
        try machine.on("go")
        try machine.on("t", at: 5000)
        #expect(machine.timers == [])
        try machine.on("go", at: 6000)
        try machine.on("stop", at: 7000)
        #expect(machine.timers == [])
    }

    @Test("Rule 15: within begins with the run, is never restarted, and leads to a final")
    func sessionDeadline() throws {
        let text = """
            flow Tiny version 1
            command go
            final done
            final gone
            within 5m -> gone
            state first { on go -> second }
            state second { on go -> first }
            """
        var machine = try MachineUnderTest(text, at: 7000)
        for now in 0..<4 {
            try machine.on("go", at: 8000 + Int64(now) * 1000)
            #expect(machine.sessionEnd == 307_000)
        }
        var run = try DrivenRun(LoadedFlow(text))
        for minute in 1...4 {
            try run.pass(until: Int64(minute) * 60_000)
            try run.send("go")
        }
        #expect(try run.pass(until: 299_999).isEmpty)
        #expect(run.names(of: try run.pass(until: 300_000)) == ["within 5m"])
        #expect(run.state == "gone")
        #expect(Understood(text.changing("5m -> gone", to: "5m -> first")).errors == [.misplacedRow])
        #expect(Understood(text.changing("within 5m -> gone", to: "")).errors == [.noSessionDeadline])
    }

    @Test("Rule 16: a timer of a group runs on through moves inside it and through moves to the same state")
    func groupTimer() throws {
        var machine = try MachineUnderTest(Self.timed)
        try machine.on("go", at: 0)
        for now in [1000, 2000, 3000] as [Int64] {
            try machine.on("go", at: now)
            #expect(machine.state == "deeper")
            #expect(machine.timers == ["t@10000"])
        }
    }

    static let held = """
        flow Tiny version 1
        command go, back, swap
        effect check replies yes, no otherwise no within 60s
        final done
        within 20m -> done
        late other
        group life {
          timer t
          state open { enter { set t 5s } on go -> busy { do check } on t -> done }
          state busy { hold t on back -> rest on swap -> alsoBusy on yes, no -> rest }
          state alsoBusy { hold t on back -> rest }
          state rest { on t -> done on go -> busy }
        }
        """

    @Test("Rule 17: a held timer stays due and fires at once on reaching a state that does not hold it")
    func hold() throws {
        var run = try DrivenRun(LoadedFlow(Self.held))
        try run.send("go")
        #expect(run.nextTimer == Instant(milliseconds: 1_200_000))
        #expect(try run.pass(until: 30_000).isEmpty)
        try run.send("swap")
        #expect(try run.pass(until: 40_000).isEmpty)
        #expect(run.state == "alsoBusy")
        try run.send("back")
        #expect(run.nextTimer == Instant(milliseconds: 5000))
        #expect(run.names(of: try run.pass(until: 40_000)) == ["t"])
        #expect(run.state == "done")
    }

    @Test("Rule 17: a held timer that is not due yet keeps its deadline, and only timers can be held")
    func heldButNotDue() throws {
        var machine = try MachineUnderTest(Self.held)
        try machine.on("go", at: 1000)
        try machine.on("back", at: 2000)
        #expect(machine.timers == ["t@5000"])
        let holdsCommand = Self.held.changing("alsoBusy { hold t", to: "alsoBusy { hold go")
        #expect(Understood(holdsCommand).errors == [.unknownTimer])
    }

    @Test("Rule 18: at one instant the earlier deadline goes first, then the order of setting")
    func dueOrder() throws {
        var run = try DrivenRun(
            LoadedFlow(
                """
                flow Tiny version 1
                command go
                effect say(n: int 0...9)
                effect check replies yes, no otherwise no within 8s
                final done
                within 8s -> done
                late other
                state here {
                  timer a timer b timer c timer d
                  on go stay { do check; set c 5s; set b 5s; set a 4s; set d 9s; set c 5s }
                  on a stay { do say(1) }
                  on b stay { do say(2) }
                  on c stay { do say(3) }
                  on d stay { do say(4) }
                  on yes, no stay { do say(5) }
                }
                """))
        try run.send("go")
        // The session's deadline was set first and goes before the effect's limit, which is no timer.
        #expect(run.names(of: try run.pass(until: 60_000)) == ["a", "b", "c", "within 8s"])
        #expect(run.orders == ["check", "say(1)", "say(2)", "say(3)"])
        #expect(run.nextTimer == nil && run.nextLimit == nil)
    }

    @Test("Rule 18: a timer fires at its deadline and never before")
    func neverEarly() throws {
        var run = try DrivenRun(LoadedFlow(Self.held))
        run.time.advance(to: Instant(milliseconds: 4999))
        #expect(try run.fireTimer().isEmpty)
        run.time.advance(to: Instant(milliseconds: 5000))
        #expect(run.names(of: try run.fireTimer()) == ["t"])
    }
}
