import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("The cause that a record has")
struct CauseTests {
    static let text = """
        flow Tiny version 1
        context { n: int 0...9 = 0 }
        command go, count, stop
        callback word
        effect check replies yes, lost otherwise lost within 5s
        source sdk = "SDK" by word singleton { retained WORD => word }
        final done
        within 20m -> done
        ignore unrecognised
        reject other
        late other
        state first {
          on go stay { do check }
          on count stay { n = 0 }
          on word, yes, lost stay
          after 9s -> first
        }
        """

    private func run() throws -> DrivenRun { try DrivenRun(LoadedFlow(Self.text)) }

    @Test("The cause of a command is that it was asked, accepted or rejected; a record without an event has none")
    func asked() throws {
        var run = try run()
        try run.send("go")
        try run.send("count", id: "a")
        #expect(try run.send("stop").answer == .rejected(.notNow))
        #expect(run.causes() == [nil, .asked, .asked, .asked])
    }

    @Test("The cause of a callback is that it was heard, whether a row of the decoder reads it or not")
    func heard() throws {
        var run = try run()
        try run.tell("WORD")
        try run.tell("WHAT")
        #expect(run.causes(from: 1) == [.heard, .heard])
    }

    @Test(
        "The cause of a retained callback is that: at the beginning, before a command, and where a source is taken"
    )
    func retained() throws {
        func note(_ run: inout DrivenRun) {
            let word = RawValue.object(["word": .text("WORD")])
            _ = run.retained.retain(word, as: CallbackReading(word, by: run.machine.flow).retained)
        }
        var first = try run()
        note(&first)
        var run = try DrivenRun(LoadedFlow(Self.text), retained: first.retained)
        note(&run)
        try run.send("count")
        note(&run)
        try run.decide(.retained(leg: 0))
        #expect(run.causes(from: 1) == [.retained, .retained, .asked, .retained])
    }

    @Test("The cause of an answer is that it was replied, in time or too late")
    func replied() throws {
        var run = try run()
        try run.send("go")
        try run.reply("yes", to: "check")
        try run.reply("yes", to: "check")
        #expect(run.causes(from: 2) == [.replied, .replied])
    }

    @Test(
        "The cause of an `otherwise` says whether the handler failed, was refused or was interrupted, or a value was gone",
        arguments: [
            (Closing.returned, Cause.failed), (.failed, .failed), (.refused, .refused), (.interrupted, .interrupted),
            (.valueGone, .valueGone),
        ])
    func unanswered(closing: Closing, cause: Cause) throws {
        var run = try run()
        try run.send("go")
        let steps = try run.finish(run.allOrders[0], closing)
        #expect(run.names(of: steps) == ["lost"])
        #expect(run.causes(from: 2) == [cause])
        // Nobody waits for the answer any more.
        #expect(try run.finish(run.allOrders[0], closing).isEmpty)
    }

    @Test("The cause of a deadline is a timer, also where it is the deadline of the whole session")
    func timer() throws {
        var run = try run()
        try run.pass(until: 9000)
        #expect(run.causes(from: 1) == [.timer])
        #expect(run.names(of: try run.pass(until: 1_200_000)).last == "within 20m")
        #expect(run.records().last?.event?.cause == .timer)
    }

    @Test("The cause of the `otherwise` of an effect that took too long is its limit")
    func limit() throws {
        var run = try run()
        try run.send("go")
        #expect(run.names(of: try run.pass(until: 5000)) == ["lost"])
        #expect(run.causes(from: 2) == [.limit])
    }

    @Test("The cause of a lane's event is that the lane was granted")
    func granted() throws {
        var run = try DrivenRun(LoadedFlow(PostFlow.text))
        try run.send("send")
        try run.decide(.granted(leg: 0, lane: 0, asked: 1))
        #expect(run.state == "working")
        #expect(run.causes(from: 1) == [.asked, .granted])
    }

    @Test("The 2,000th change brings the session's deadline, which is an overrun and no timer")
    func overrun() throws {
        var run = try run()
        for _ in 1..<2000 { try run.send("count") }
        let steps = try run.send("count").steps
        #expect(steps.map(\.eventRecord?.cause) == [.asked, .overrun])
        #expect(run.machine.isEnded)
    }

    @Test("What a record brings to other legs is owed by that record: on the way in, over three levels")
    func owedInwards() throws {
        var run = try House.run()
        let steps = try run.send("go").steps
        #expect(
            run.names(of: steps) == [
                "go", "hall: began", "hall: arrive", "hall.bell: began", "hall.bell: ring",
            ])
        let told = run.records().dropFirst().map { record -> Cause? in
            if case .legBegan(let beginning) = record.content { return .owed(by: beginning.owedBy) }
            return record.event?.cause
        }
        // The first command of a leg is brought by the record that began the leg.
        #expect(told == [.asked, .owed(by: 1), .owed(by: 2), .owed(by: 3), .owed(by: 4)])
    }

    @Test("What a record brings to other legs is owed by that record: on the way out, final after final")
    func owedOutwards() throws {
        var run = try House.run()
        try run.send("go")
        let steps = try run.reply("yes", to: "ask", in: "hall.bell")
        #expect(run.names(of: steps) == ["hall.bell: yes", "hall: bell.rung", "hall.left"])
        #expect(run.causes(from: 6) == [.replied, .owed(by: 6), .owed(by: 7)])
    }

    @Test("A cancel is owed by the record that left the scope, level by level")
    func owedCancels() throws {
        var run = try House.run()
        try run.send("go")
        #expect(run.names(of: try run.send("leave").steps) == ["leave", "hall: cancel", "hall.bell: cancel"])
        #expect(run.causes(from: 6) == [.asked, .owed(by: 6), .owed(by: 7)])
    }

    @Test("A leg that hears what was retained hears it between its beginning and its first command")
    func retainedBeforeTheFirstCommand() throws {
        var run = try House.run()
        let word = RawValue.object(["word": .text("READY")])
        _ = run.retained.retain(word, as: CallbackReading(word, by: run.machine.flow).retained)
        try run.send("go")
        #expect(run.causes(from: 5) == [.retained, .owed(by: 4)])
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    @Test("A callback of a singleton source has no stamp, also where a stamped source has the same event")
    func stamps() throws {
        let text = Self.text.changing(
            "source sdk", to: "source other = \"Other\" by kind stamped { WORD => word }\nsource sdk")
        var run = try DrivenRun(LoadedFlow(text))
        for attempt in [0, 7] {
            #expect(try run.tell("WORD", by: "word", attempt: attempt).map(\.record.event?.stamp) == [.unknown])
            let isCurrent = attempt == 0
            let stamped = try run.tell("WORD", by: "kind", attempt: attempt)
            #expect(stamped.map(\.record.event?.stamp) == [isCurrent ? .current : .stale])
        }
    }
}
