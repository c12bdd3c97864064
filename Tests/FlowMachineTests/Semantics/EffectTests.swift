import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Effects, replies, attempts")
struct EffectTests {
    static let asking = """
        flow Tiny version 1
        enum Why { unsaid, silent }
        context { why: Why = unsaid, n: int 0...9 = 0 }
        command go, further, twice, quit
        effect check(n: int 0...9) replies yes, no(why: Why) otherwise no(why: silent) within 5s
        effect look replies yes, lost otherwise lost
        effect begin starts attempt
        final done
        final failed
        within 20m -> failed
        reject other
        late other
        group live {
          on no -> failed { keep why }
          on yes -> done
          on lost -> failed
          on quit -> failed
          state first {
            on go -> second { do check(n) }
            on twice -> second { do look; do check(n) }
          }
          state second {
            on go stay { n += 1; do check(n) }
            on further -> third
            on stale yes stay { n = 9 }
          }
          state third { on go stay { do begin } on further stay { do look } }
        }
        """

    @Test("Rule 21: an effect that does not answer in its time gets its otherwise, with the fields that stand there")
    func otherwise() throws {
        var run = try DrivenRun(LoadedFlow(Self.asking))
        try run.pass(until: 1000)
        try run.send("go")
        #expect(run.nextLimit == Instant(milliseconds: 6000))
        #expect(try run.pass(until: 5999).isEmpty)
        #expect(run.names(of: try run.pass(until: 6000)) == ["no"])
        #expect(run.state == "failed")
        #expect(run.table.words(for: run.machine.state.values[0], of: run.table.variables[0]) == "silent")
    }

    @Test("Rule 21: thirty seconds, where no time is said")
    func defaultLimit() throws {
        var machine = try MachineUnderTest(Self.asking)
        try machine.on("twice", at: 1000)
        #expect(machine.run.openEffects.map(\.limit.milliseconds) == [31_000, 6000])
        #expect(machine.openEffects == ["look", "check"])
    }

    @Test("Rule 21: an effect answers once: a second answer is stale")
    func once() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            effect check replies yes, no otherwise no within 5s
            final done
            within 20m -> done
            late other
            state first { on go stay { do check } on yes, no stay }
            """)
        try machine.on("go")
        let first = try machine.reply("yes", to: "check")
        #expect(first.disposition == .stayed && first.stamp == .current)
        #expect(machine.openEffects == [])
        let second = try machine.reply("no", to: "check")
        #expect(second.disposition == .stale && second.stamp == .stale)
    }

    @Test("Rule 22: ordering an effect again closes the earlier order, whose reply takes only an on stale row")
    func orderedAgain() throws {
        var machine = try MachineUnderTest(Self.asking)
        try machine.on("go")
        let earlier = try machine.order(of: "check")
        #expect(try machine.on("go").orders == ["check(1)"])
        #expect(machine.openEffects == ["check"])
        let answered = try machine.on("yes", answering: earlier)
        #expect(answered.disposition == .stayed && answered.stamp == .stale)
        #expect(machine["n"] == "9" && machine.state == "second")
        let refused = try machine.on("no", machine.value("silent"), answering: earlier)
        #expect(refused.disposition == .stale && !refused.changesRun)
        #expect(machine.openEffects == ["check"])
        try machine.reply("yes", to: "check")
        #expect(machine.state == "done")
    }

    @Test("Rule 22: a reply to nothing that was ever ordered is stale")
    func neverOrdered() throws {
        var machine = try MachineUnderTest(Self.asking)
        #expect(try machine.on("yes").disposition == .stale)
        let unknown = EffectOrder.ID(sequence: 77, index: 3)
        #expect(try machine.on("yes", answering: unknown).disposition == .stale)
    }

    @Test("Rule 22: two effects may share a reply of one signature, and each order is answered by itself")
    func sharedReply() throws {
        var machine = try MachineUnderTest(Self.asking)
        #expect(machine.table.events.filter { $0.name == "yes" }.count == 1)
        try machine.on("twice")
        #expect(machine.openEffects == ["look", "check"])
        try machine.reply("yes", to: "look")
        #expect(machine.state == "done")
        #expect(machine.openEffects == ["check"])
        let unlike = Self.asking.changing("replies yes, lost", to: "replies yes(n: int 0...9), lost")
        #expect(Understood(unlike).errors == [.duplicateName])
    }

    static let stamped = """
        flow Tiny version 1
        context { n: int 0...9 = 0 }
        command go
        callback word(n: int 0...9), plain
        effect begin starts attempt
        source sdk = "SDK" by word stamped { WORD => word(n: number) PLAIN => plain }
        final done
        within 20m -> done
        late other
        group outer {
          on stale word stay { n = 5 }
          group inner {
            state first { on go stay { do begin } on word -> second { keep n } on plain -> second }
            state second { on word, plain -> done }
          }
        }
        """

    @Test("Rule 23: a stale callback takes the on stale row of its scope chain, else changes nothing")
    func staleCallbacks() throws {
        var machine = try MachineUnderTest(Self.stamped)
        let named = try machine.on("word", .integer(3), stamp: .stale)
        #expect(named.disposition == .stayed && machine["n"] == "5" && machine.state == "first")
        let unnamed = try machine.on("plain", stamp: .stale)
        #expect(unnamed.disposition == .stale && !unnamed.changesRun && machine.state == "first")
        try machine.on("word", .integer(3), stamp: .current)
        #expect(machine["n"] == "3" && machine.state == "second")
    }

    @Test("Rule 23: a stamped source gives current or stale by the attempt, and an effect that starts one counts")
    func attempts() throws {
        var run = try DrivenRun(LoadedFlow(Self.stamped))
        try run.send("go")
        #expect(run.machine.state.attempt == 1)
        try run.send("go")
        #expect(run.machine.state.attempt == 2)
        #expect(run.rootOrders.map(\.attempt) == [1, 2])
        #expect(try run.tell("PLAIN", attempt: 1).map(\.disposition) == [.stale])
        #expect(try run.tell("WORD", ["number": .integer(2)], attempt: 1).map(\.disposition) == [.stayed])
        #expect(run.state == "first")
        #expect(try run.tell("WORD", ["number": .integer(2)], attempt: 2).map(\.disposition) == [.taken])
        #expect(run.state == "second")
    }

    @Test("Rule 23: a callback of a singleton is unknown, and the ordinary rows decide for old and new alike")
    func singletons() throws {
        let text = Self.stamped.changing("stamped {", to: "singleton { retained READY => plain")
        var run = try DrivenRun(LoadedFlow(text))
        try run.send("go")
        try run.send("go")
        // The callback is unknown even where its delivery names an attempt.
        #expect(try run.tell("WORD", ["number": .integer(2)], attempt: 7).map(\.disposition) == [.taken])
        guard case .event(let told)? = run.records().last?.content else {
            Issue.record("the last record is no event")
            return
        }
        #expect(told.stamp == .unknown)
        #expect(run.table.sources.map(\.isSingleton) == [true])
        #expect(run.table.sources[0].rows.map(\.isRetained) == [true, false, false])
    }

    @Test("Rule 24: neither leaving a state nor starting an attempt closes an effect")
    func closesNothing() throws {
        var machine = try MachineUnderTest(Self.asking)
        try machine.on("go")
        try machine.on("further")
        try machine.on("go")
        #expect(machine.state == "third" && machine.run.attempt == 1)
        #expect(machine.openEffects == ["check"])
        #expect(try machine.reply("yes", to: "check").disposition == .taken)
        #expect(machine.state == "done")
    }

    @Test("Rule 24: an open effect's limit goes on through a move, and ends with the run")
    func limits() throws {
        var run = try DrivenRun(LoadedFlow(Self.asking))
        try run.send("go")
        try run.send("further")
        #expect(run.nextLimit == Instant(milliseconds: 5000))
        try run.send("quit")
        #expect(run.machine.isEnded && run.nextLimit == nil)
    }

    @Test("Rule 29f: what is accepted was taken, or stayed with a body")
    func accepted() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            context { n: int 0...9 = 0 }
            command no
            callback moved, counted, stayed, ignored, tardy
            final done
            within 20m -> done
            ignore unrecognised
            state first {
              on moved -> first
              on counted stay { n = 0 }
              on stayed stay
              ignore ignored
              late tardy
              reject no
            }
            """)
        let told: [(String, Disposition, Bool)] = [
            ("moved", .taken, true), ("counted", .stayed, true), ("stayed", .stayed, false),
            ("ignored", .ignored, false),
            ("tardy", .late, false), ("no", .rejected, false), ("unrecognised", .unrecognised, false),
        ]
        for (event, disposition, changes) in told {
            let step = try machine.on(event)
            #expect(step.disposition == disposition, "\(event)")
            #expect(step.changesRun == changes, "\(event)")
        }
    }

    @Test("Rule 29f: an unmatched callback is called so, unless a row moves the run")
    func unrecognised() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            context { n: int 0...9 = 0 }
            command go
            final done
            within 20m -> done
            state first { late unrecognised on go -> second }
            state second { on unrecognised stay { n += 1 } on go -> third }
            state third { on unrecognised -> done }
            """)
        var told: [Disposition] = []
        for _ in 0..<3 {
            told.append(try machine.on("unrecognised").disposition)
            if machine.state != "done" { try machine.on("go") }
        }
        #expect(told == [.unrecognised, .unrecognised, .taken])
        #expect(machine["n"] == "1")
    }

    @Test("Rule 32: what is stale reaches a cell only through on stale, never through other or an ordinary row")
    func stale() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            callback named, ordinary, claimed
            final done
            within 20m -> done
            ignore other
            state first { on ordinary -> done on stale named -> second on named -> done }
            state second { on ordinary, named -> done ignore stale ordinary }
            """)
        #expect(try machine.on("ordinary", stamp: .stale).disposition == .stale)
        #expect(try machine.on("claimed", stamp: .stale).disposition == .stale)
        #expect(try machine.on("named", stamp: .stale).disposition == .taken)
        #expect(machine.state == "second")
        #expect(try machine.on("named", stamp: .stale).disposition == .stale)
        #expect(try machine.on("ordinary", stamp: .stale).disposition == .ignored)
    }

    @Test("Rule 32: only a callback or a reply can be stale")
    func nothingElseIsStale() {
        for event in ["go", "t", "unrecognised"] {
            let understood = Understood(
                """
                flow Tiny version 1
                command go
                final done
                within 20m -> done
                state first { timer t on go -> done on stale \(event) stay }
                """)
            #expect(understood.errors == [.misplacedRow], "\(event)")
        }
    }

    @Test(
        "Rule 33: requirements speak of states, events, effects and variables that the flow has",
        arguments: [
            ("always in first", true), ("never in nowhere", false), ("sometimes done", true), ("eventually done", true),
            ("done only after yes", true), ("done only after yes, no", true), ("done only after perhaps", false),
            ("never on yes", true), ("never on perhaps", false), ("never do check", true), ("never do nothing", false),
            ("always n <= 3", true), ("always m <= 3", false), ("sometimes n == 2 and lit", true),
        ])
    func requirements(requirement: String, isUnderstood: Bool) {
        let understood = Understood(
            """
            flow Tiny version 1
            context { n: int 0...3 = 0, lit: bool = false }
            effect check replies yes, no otherwise no
            final done
            require \(requirement)
            within 20m -> done
            state first { enter { do check } on yes, no -> done }
            """)
        #expect(understood.errors.isEmpty == isUnderstood)
    }
}
