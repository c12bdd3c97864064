import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("What is kept")
struct KeepingTests {
    static let text = """
        flow Tiny version 1
        context { n: int 0...3 = 0 }
        command go, no, quit, count
        callback word, tardy, plain
        effect check replies yes, nothing otherwise nothing within 5s
        source sdk = "SDK" by word stamped { WORD => word TARDY => tardy PLAIN => plain }
        final done
        final gone
        within 20m -> gone
        ignore unrecognised
        late other
        state first {
          on go -> first { do check }
          on quit -> done
          on count stay { n = 0 }
          reject no
          ignore word
          late tardy
          on plain stay
          ignore yes, nothing
        }
        """

    /// Each disposition with which an event may change nothing, and a closure by which such an event comes.
    static let idle: [(Disposition, @Sendable (inout DrivenRun) throws -> [RunStep])] = [
        (.rejected, { try $0.send("no").steps }), (.ignored, { try $0.tell("WORD") }),
        (.late, { try $0.tell("TARDY") }), (.stayed, { try $0.tell("PLAIN") }),
        (.stale, { try $0.tell("PLAIN", attempt: 7) }), (.unrecognised, { try $0.tell("WHAT") }),
    ]

    private func events(_ run: DrivenRun) -> [EventRecord] { run.records().compactMap(\.event) }

    @Test("Of what changes nothing 64 are kept for each reason, the rest is counted and told with the next move")
    func idleRecords() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        for (disposition, make) in Self.idle {
            for number in 1...100 {
                let steps = try make(&run)
                #expect(steps.map(\.disposition) == [disposition])
                let isCounted = steps.first?.place == .counted
                #expect(isCounted == (number > 64), "\(disposition) \(number)")
            }
        }
        #expect(events(run).count == 6 * 64)
        // `count` stays: its record does not say how many steps have none; that of the next move does.
        try run.send("count")
        try run.send("go")
        try run.send("go")
        let told = events(run).suffix(3).map(\.omittedSteps)
        #expect(told == [0, 6 * 36, 0])
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
        // A further step is only counted: the bound of 64 is for the whole run, and does not begin anew after a move.
        #expect(try Self.idle[0].1(&run).map(\.place) == [.counted])
    }

    @Test("A reply that closes an effect is kept, whatever it means")
    func settling() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        for _ in 0..<70 { try run.tell("WORD") }
        try run.send("go")
        let answered = try run.reply("yes", to: "check")
        #expect(answered.map(\.disposition) == [.ignored])
        #expect(answered.map(\.place) == [.recorded(sequence: 66)])
        #expect(run.machine.state.openEffects.isEmpty)
    }

    @Test(
        "After the end 16 records are kept, then everything is only counted, and a command is refused without a record")
    func afterTheEnd() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("quit")
        let ended = run.records().count
        for number in 0..<30 {
            let place = try (number.isMultiple(of: 2) ? run.tell("WORD") : run.tell("WHAT")).map(\.place)
            #expect(place == [number < 16 ? .recorded(sequence: UInt64(ended + number)) : .counted])
            let command = try run.send("go")
            #expect(command.answer == .rejected(.ended))
            #expect(command.steps.map(\.place) == [.notKept])
        }
        #expect(run.records().count == ended + 16)
        #expect(run.state == "done")
        #expect(Set(events(run).suffix(16).map(\.disposition)) == [.late, .unrecognised])
    }

    @Test("After the end of the run what comes to its sub-flows that have ended takes part in the 16")
    func subFlowsAfterTheEnd() throws {
        var run = try House.run()
        try run.send("go")
        try run.send("leave")
        #expect(run.machine.isOver)
        let ended = run.records().count
        for number in 0..<100 {
            let steps = try run.tell("WORD")
            #expect(steps.map(\.legName) == ["hall.bell"] && steps.map(\.disposition) == [.late])
            #expect(steps.first?.place == .counted || number < 16)
        }
        #expect(run.records().count == ended + 16)
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    @Test("Of a shadow's commands for a leg that has not begun 64 are kept, 16 behind the end, and the rest is counted")
    func commandsBeforeALeg() throws {
        var run = try House.run(kind: .shadow)
        for _ in 1...1000 { #expect(try run.send("ring", to: "hall.bell").answer == .rejected(.notNow)) }
        #expect(run.records().count == 1 + 64)
        try run.send("leave")
        #expect(events(run).map(\.omittedSteps) == [936])
        for _ in 1...1000 { #expect(try run.send("ring", to: "hall.bell").answer == .rejected(.notNow)) }
        #expect(run.records().count == 1 + 64 + 1 + 16)
        // A run that is decided once more from these records keeps none more.
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil)
        var machine = folded.machine
        let ring = try #require(run.table.flow(ofLeg: "hall.bell")?.event(named: "ring"))
        #expect(try machine.decide(.command(Command(ring, to: "hall.bell")), at: run.time.now).records.isEmpty)
    }

    @Test("The record that is too many and the end that it brings are one decision")
    func tooManyIsOneDecision() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        for _ in 1..<2000 { try run.send("count") }
        let decision = try run.machine.decide(
            .command(Command(run.table.event(named: "count") ?? -1)), at: run.time.now)
        #expect(decision.records.compactMap(\.event?.cause) == [.asked, .overrun])
    }

    @Test("Two thousand records that change the run end it by its session deadline, early")
    func tooMany() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        for number in 1..<2000 {
            let steps = try run.send(number.isMultiple(of: 3) ? "count" : "go").steps
            guard steps.count == 1 else {
                Issue.record("ended after \(number)")
                return
            }
        }
        #expect(run.state == "first")
        let last = try run.send("count").steps
        #expect(run.names(of: last) == ["count", "within 20m"])
        #expect(run.state == "gone" && run.machine.isEnded)
        #expect(run.records().count == 2002)
        #expect(try run.send("go").answer == .rejected(.ended))
    }

    /// A run that `count` changes as often as a test wants, and in which `go` begins a leg.
    ///
    /// - Parameter cancel: what the leg makes of its `cancel`.
    private static func house(whereCancel cancel: String = "on cancel -> rung") throws -> DrivenRun {
        let bell = """
            flow Bell version 1
            command ring, cancel
            callback word
            source sdk = "SDK" by word singleton { WORD => word }
            final rung
            within 15m -> rung
            \(cancel)
            ignore unrecognised, word
            reject other
            state quiet waits for user { on ring stay }
            """
        let text = """
            flow House version 1
            context { n: int 0...3 = 0 }
            command go, count
            final done
            within 20m -> done
            reject other
            state first waits for user { on go -> second on count stay { n = 0 } }
            state second { child bell = Bell enter { run bell.ring } on bell.rung -> done }
            """
        return try DrivenRun(LoadedFlow(text, among: ["Bell": bell]))
    }

    @Test("A leg whose beginning is the record that is too many ends before its first command, and the run replays")
    func tooManyAtABeginning() throws {
        var run = try Self.house()
        for _ in 1...1998 { try run.send("count") }
        let last = try run.send("go").steps
        #expect(run.names(of: last) == ["go", "bell: began", "within 20m", "bell: cancel"])
        try run.tell("WORD")
        #expect(run.machine.legs.map(\.isEnded) == [true, true])
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    @Test("A leg that its `cancel` does not end then ends by its own session deadline, and the run replays")
    func tooManyAroundALegThatGoesOn() throws {
        var run = try Self.house(whereCancel: "ignore cancel")
        for _ in 1...1998 { try run.send("count") }
        let last = try run.send("go").steps
        #expect(run.names(of: last) == ["go", "bell: began", "within 20m", "bell: cancel", "bell: within 15m"])
        #expect(last.suffix(3).map(\.eventRecord?.cause) == [.overrun, .owed(by: 2001), .overrun])
        #expect(run.machine.isOver)
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil && folded.machine.isOver)
    }

    @Test("A leg that outlives the run and begins for ever what ends at once comes to an end", .timeLimit(.minutes(1)))
    func tooManyInALeg() throws {
        let inner = """
            flow Inner version 1
            command go, cancel
            final over
            within 5m -> over
            on cancel -> over
            reject other
            state idle waits for user { on go -> over }
            """
        let outer = """
            flow Outer version 1
            command start, cancel
            final failed
            within 10m -> failed
            reject other
            state idle waits for user { on start -> trying  on cancel -> failed }
            group patient {
              after 10s -> failed
              state trying { child inner = Inner  enter { run inner.go }  on inner.over -> trying  ignore cancel }
            }
            """
        let text = """
            flow House version 1
            command cancel
            final done
            within 20m -> done
            on cancel -> done
            reject other
            child outer = Outer
            enter { run outer.start }
            state waiting { on outer.failed -> done }
            """
        let run = try DrivenRun(LoadedFlow(text, among: ["Outer": outer, "Inner": inner]))
        #expect(
            run.names(of: run.decision.steps).suffix(4) == [
                "outer: inner.over", "within 20m", "outer: cancel", "outer: within 10m",
            ])
        #expect(run.machine.isOver)
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil && folded.machine.isOver)
    }

    @Test("A leg that the record which is too many is to begin does not begin, because the run has ended")
    func tooManyBeforeABeginning() throws {
        var run = try Self.house()
        for _ in 1...1999 { try run.send("count") }
        let last = try run.send("go").steps
        #expect(run.names(of: last) == ["go", "within 20m"])
        #expect(run.machine.legs.count == 1 && run.machine.isOver)
        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil && folded.machine.legs.count == 1)
    }
}
