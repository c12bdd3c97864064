import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Commands and callbacks with an identity")
struct IdentityTests {
    private static let text = """
        flow Tiny version 1
        type Name = text(2...4) secret
        command no, quit, tell(name: Name?, n: int 1...5)
        final done
        within 20m -> done
        late other
        state first { reject no on quit -> done on tell stay }
        """

    private func run() throws -> DrivenRun { try DrivenRun(LoadedFlow(Self.text)) }

    /// The identities on record, in order.
    private func identities(_ run: DrivenRun) -> [String] {
        run.records().compactMap { record in
            if case .commandBeforeLeg(let command) = record.content { return command.commandID }
            return record.event?.inputID
        }
    }

    /// What a machine that is folded from the records answers to each command, and how many records it decides.
    private func answers(
        of run: DrivenRun, to commands: [Command]
    ) throws -> [(answer: CommandAnswer?, records: Int)] {
        let refolding = try Refolding(run.records(), of: run.table)
        #expect(refolding.difference == nil)
        return try commands.map { command in
            var machine = refolding.machine
            let decision = try machine.decide(.command(command), at: run.time.now)
            return (decision.answer, decision.records.count)
        }
    }

    @Test("A command with an identity is on record though it changes nothing, also beyond the 64 of such that are kept")
    func idle() throws {
        var run = try run()
        for number in 0..<100 {
            try run.send("no")
            #expect(try run.send("no", id: "\(number)").answer == .rejected(.notNow))
        }
        #expect(identities(run) == (0..<100).map(String.init))
        let no = try #require(run.table.event(named: "no"))
        let again = try answers(of: run, to: [Command(no, id: "0"), Command(no, id: "99")])
        #expect(again.allSatisfy { $0 == (.rejected(.notNow), 0) })
    }

    @Test("Two spellings of one letter are two identities")
    func spellings() throws {
        var run = try run()
        #expect(try run.send("no", id: "caf\u{E9}").answer == .rejected(.notNow))
        #expect(try run.send("quit", id: "cafe\u{301}").answer == .accepted)
        let (no, quit) = (try #require(run.table.event(named: "no")), try #require(run.table.event(named: "quit")))
        let again = try answers(of: run, to: [Command(no, id: "caf\u{E9}"), Command(quit, id: "cafe\u{301}")])
        #expect(again.map(\.answer) == [.rejected(.notNow), .accepted])
    }

    @Test(
        "A command with an identity is on record after the end, where others have no record, and takes no other one's place"
    )
    func afterTheEnd() throws {
        var run = try run()
        try run.send("quit")
        for number in 0..<40 {
            #expect(try run.send("quit").steps.map(\.place) == [.notKept])
            #expect(try run.send("quit", id: "\(number)").answer == .rejected(.ended))
        }
        #expect(identities(run) == (0..<40).map(String.init))
        let kept = try (0..<20).map { _ in try run.tell("WHAT").first?.place == .counted }
        #expect(kept == (0..<20).map { $0 >= 16 })
        let quit = try #require(run.table.event(named: "quit"))
        let again = try answers(of: run, to: [Command(quit, id: "0"), Command(quit, id: "39")])
        #expect(again.allSatisfy { $0 == (.rejected(.ended), 0) })
    }

    @Test(
        "A command with an identity for a leg that has not begun is turned away with a record, and again once it has begun"
    )
    func commandBeforeLeg() throws {
        var run = try House.run()
        let ring = try #require(run.table.flow(ofLeg: "hall.bell")?.event(named: "ring"))
        #expect(try run.send("ring", to: "hall.bell").answer == .rejected(.notNow))
        #expect(run.records().count == 1)
        #expect(try run.send("ring", to: "hall.bell", id: "early").answer == .rejected(.notNow))
        #expect(
            run.records().last?.content
                == .commandBeforeLeg(CommandBeforeLeg(leg: "hall.bell", command: ring, fields: [], commandID: "early")))
        #expect(run.decision.steps.isEmpty && run.decision.consequences.isEmpty)
        try run.send("go")
        let early = Command(ring, to: "hall.bell", id: "early")
        #expect(try run.send("ring", to: "hall.bell", id: "early").steps.isEmpty)
        #expect(run.decision.answer == .rejected(.notNow))
        #expect(try answers(of: run, to: [early]).allSatisfy { $0 == (.rejected(.notNow), 0) })
    }

    @Test("The empty text is an identity as well, also of a command for a leg that has not begun")
    func empty() throws {
        var run = try House.run()
        let ring = try #require(run.table.flow(ofLeg: "hall.bell")?.event(named: "ring"))
        #expect(try run.send("ring", to: "hall.bell", id: "").answer == .rejected(.notNow))
        try run.send("go")
        #expect(
            try answers(of: run, to: [Command(ring, to: "hall.bell", id: "")]).allSatisfy {
                $0 == (.rejected(.notNow), 0)
            })
        #expect(throws: RunError.identityInUse("")) { try run.send("leave", id: "") }
        var machine = try Refolding(run.records(), of: run.table).machine
        let leave = try #require(run.table.event(named: "leave"))
        #expect(throws: RunError.identityInUse("")) {
            try machine.decide(.command(Command(leave, id: "")), at: run.time.now)
        }
    }

    @Test("A callback that is delivered again with its identity is heard once, also by a run that was folded or packed")
    func callbacks() throws {
        var run = try House.run()
        let word = RawValue.object(["word": .text("WORD")])
        try run.deliver(word, id: "first")
        let count = run.records().count
        #expect(try run.deliver(word, id: "first").isEmpty)
        // What the second delivery says is not read.
        #expect(try run.deliver(.object(["word": .text("WHAT")]), id: "first").isEmpty)
        #expect(run.records().count == count && identities(run) == ["first"])
        try run.deliver(word)
        try run.deliver(.object(["word": .text("WHAT")]), id: "second")
        #expect(run.records().count == count + 2 && identities(run) == ["first", "second"])
        #expect(throws: RunError.identityInUse("first")) { try run.send("go", id: "first") }
        try run.send("go", id: "command")
        #expect(throws: RunError.identityInUse("command")) { try run.deliver(word, id: "command") }

        let folded = try Refolding(run.records(), of: run.table)
        #expect(folded.difference == nil)
        var writer = ByteWriter()
        folded.machine.pack(into: &writer)
        var reader = ByteReader(writer.bytes)
        let packed = try RunMachine(unpacking: &reader, run: folded.machine.run, flow: folded.machine.flow)
        for var machine in [folded.machine, packed] {
            let reading = CallbackReading(word, by: machine.flow)
            func deliver(as id: String?) throws -> Int {
                try machine.decide(.callback(reading, answering: nil, number: nil, id: id), at: run.time.now).records
                    .count
            }
            #expect(try deliver(as: "first") == 0 && deliver(as: "second") == 0)
            #expect(throws: RunError.identityInUse("command")) { try deliver(as: "command") }
            #expect(try deliver(as: "third") == 1)
        }
    }

    @Test("An identity has at most 256 bytes; a longer identity that a log has from before is known all the same")
    func tooLong() throws {
        var run = try run()
        let longest = String(repeating: "é", count: 128)
        #expect(try run.send("no", id: longest).answer == .rejected(.notNow))
        let tooLong = longest + "x"
        let error = RunError.identityTooLong(limit: 256)
        #expect(throws: error) { try run.send("no", id: tooLong) }
        #expect("\(error)".contains("256 bytes"))
        #expect(identities(run) == [longest])

        var records = run.records()
        guard case .event(var told)? = records.last?.content else {
            Issue.record("no event")
            return
        }
        told.inputID = tooLong
        records[records.count - 1].content = .event(told)
        let refolding = try Refolding(records, of: run.table)
        #expect(refolding.difference == nil)
        var machine = refolding.machine
        let no = try #require(run.table.event(named: "no"))
        let again = try machine.decide(.command(Command(no, id: tooLong)), at: run.time.now)
        #expect(again.answer == .rejected(.notNow) && again.records.isEmpty)
        let word = CallbackReading(.object([:]), by: machine.flow)
        #expect(throws: error) {
            try machine.decide(.callback(word, answering: nil, number: nil, id: tooLong + "x"), at: run.time.now)
        }
    }

    @Test("A run takes 1,024 identities, then refuses a new one and still knows the old ones; so does its replay")
    func tooMany() throws {
        var run = try run()
        for number in 0..<1024 { try run.send("no", id: "\(number)") }
        let count = run.records().count
        #expect(throws: RunError.tooManyIdentities) { try run.send("no", id: "1024") }
        for number in [0, 1023] { #expect(try run.send("no", id: "\(number)").steps.isEmpty) }
        // A command without an identity is still taken.
        #expect(try run.send("quit").answer == .accepted)
        #expect(run.records().count == count + 1)
        let no = try #require(run.table.event(named: "no"))
        var machine = try Refolding(run.records(), of: run.table).machine
        #expect(throws: RunError.tooManyIdentities) {
            try machine.decide(.command(Command(no, id: "1024")), at: run.time.now)
        }
        let again = try (0..<1024).map { try machine.decide(.command(Command(no, id: "\($0)")), at: run.time.now) }
        #expect(again.allSatisfy { $0.answer == .rejected(.notNow) && $0.records.isEmpty })
    }

    @Test("An identity is compared by command and plain fields; of a classified field only whether it is there")
    func fields() throws {
        var run = try run()
        try run.send("tell", .text("ab"), .integer(1), id: "a")
        let count = run.records().count
        // The log does not tell two secrets apart. So neither does a run: after a restart it could not.
        #expect(try run.send("tell", .text("cd"), .integer(1), id: "a").answer == .accepted)
        for fields: [Value?] in [[.text("ab"), .integer(2)], [nil, .integer(1)]] {
            #expect(throws: RunError.identityInUse("a")) {
                try run.send(run.table.event(named: "tell") ?? -1, fields: fields, id: "a")
            }
        }
        #expect(throws: RunError.identityInUse("a")) { try run.send("no", id: "a") }
        #expect(run.records().count == count)
        // Two commands that both have no fields.
        try run.send("no", id: "b")
        #expect(throws: RunError.identityInUse("b")) { try run.send("quit", id: "b") }
        var machine = try Refolding(run.records(), of: run.table).machine
        let tell = try #require(run.table.event(named: "tell"))
        let same = Command(tell, fields: [.text("ef"), .integer(1)], id: "a")
        #expect(try machine.decide(.command(same), at: run.time.now).answer == .accepted)
        let other = Command(tell, fields: [.text("ab"), .integer(2)], id: "a")
        #expect(throws: RunError.identityInUse("a")) { try machine.decide(.command(other), at: run.time.now) }
    }

    @Test("An identity is compared by leg: the same command of the run and of a leg are two")
    func legs() throws {
        let text = """
            flow Outer version 1
            command cancel
            final done
            within 20m -> done
            reject other
            child one = Outer1
            child two = Outer1
            enter { run one.begin; run two.begin }
            state here { on cancel stay on one.over, two.over stay }
            """
        let inner = """
            flow Outer1 version 1
            command begin, cancel
            final over
            within 15m -> over
            on cancel -> over
            reject other
            state idle waits for user { on begin stay }
            """
        var run = try DrivenRun(LoadedFlow(text, among: ["Outer1": inner]))
        try run.send("begin", to: "one", id: "a")
        #expect(throws: RunError.identityInUse("a")) { try run.send("begin", to: "two", id: "a") }
        #expect(throws: RunError.identityInUse("a")) { try run.send("cancel", id: "a") }
        let machine = try Refolding(run.records(), of: run.table).machine
        var other = machine
        let begin = try #require(run.table.flow(ofLeg: "two")?.event(named: "begin"))
        #expect(throws: RunError.identityInUse("a")) {
            try other.decide(.command(Command(begin, to: "two", id: "a")), at: run.time.now)
        }
    }
}
