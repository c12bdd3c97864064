import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("Commands")
struct CommandTests {
    /// The `late other` of this flow covers callbacks and replies alone: each command is taken or rejected by its name in every state.
    static let text = """
        flow Tiny version 1
        type Name = text(2...4) secret
        enum Way { left, right }
        command go(name: Name, way: Way, n: int 1...5, lit: bool?, wait: duration?, ways: set of Way?), no, next
        callback word
        effect check replies yes(n: int 1...5), lost otherwise lost within 5s
        effect look replies seen, lost otherwise lost
        final done
        within 20m -> done
        reject no
        late other
        state first { on go, next -> second { do check } }
        state second { on next -> second { do look } on yes, seen -> done on lost -> done reject go }
        """

    @Test("A command with an id that came before gets the first answer, and nothing else happens")
    func repeated() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        #expect(try run.send("next", id: "a").answer == .accepted)
        #expect(try run.send("no", id: "b").answer == .rejected(.notNow))
        let (records, orders, state) = (run.records(), run.orders, run.machine.state)
        for _ in 0..<3 {
            let first = try run.send("next", id: "a")
            #expect(first.answer == .accepted && first.steps.isEmpty)
            let second = try run.send("no", id: "b")
            #expect(second.answer == .rejected(.notNow) && second.steps.isEmpty)
        }
        #expect(run.records() == records)
        #expect(run.orders == orders && run.machine.state == state)
        // Without an id, or with another, it is another command.
        #expect(try run.send("next").steps.count == 1)
        #expect(try run.send("next", id: "c").steps.count == 1)
        let ids = run.records().compactMap(\.event?.inputID)
        #expect(ids == ["a", "b", "c"])
    }

    @Test("An id that was given to another command, or to the same one with other fields, is the caller's mistake")
    func identityInUse() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        let fields: [Value?] = [.text("ab"), .enumCase(0), .integer(1), nil, nil, nil]
        let (go, next) = (run.table.event(named: "go") ?? -1, run.table.event(named: "next") ?? -1)
        #expect(try run.send(go, fields: fields, id: "a").answer == .accepted)
        let records = run.records()
        for (position, value) in [(1, Value.enumCase(1)), (2, .integer(2)), (3, .bool(true))] {
            var others = fields
            others[position] = value
            #expect(throws: RunError.identityInUse("a")) { try run.send(go, fields: others, id: "a") }
        }
        #expect("\(RunError.identityInUse("a"))".contains("'a'"))
        #expect(throws: RunError.identityInUse("a")) { try run.send(next, fields: [], id: "a") }
        #expect(run.records() == records)
        #expect(try run.send(go, fields: fields, id: "a").answer == .accepted)
    }

    @Test("The answer to a command with an id outlives the end of the run")
    func repeatedAfterTheEnd() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("next", id: "a")
        try run.reply("lost", to: "check")
        #expect(run.machine.isEnded)
        #expect(try run.send("next", id: "a").answer == .accepted)
        #expect(try run.send("next", id: "b").answer == .rejected(.ended))
    }

    /// Fields of `go` that are not what the flow declares.
    static let wrong: [[Value?]] = [
        [], [nil], [nil, .enumCase(0), .integer(1), nil, nil, nil],
        [.text("abc"), nil, .integer(1), nil, nil, nil], [.text("abc"), .enumCase(0), nil, nil, nil, nil],
        [.text("a"), .enumCase(0), .integer(1), nil, nil, nil],
        [.text("abcde"), .enumCase(0), .integer(1), nil, nil, nil],
        [.integer(1), .enumCase(0), .integer(1), nil, nil, nil],
        [.withheld, .enumCase(0), .integer(1), nil, nil, nil],
        [.text("abc"), .enumCase(2), .integer(1), nil, nil, nil],
        [.text("abc"), .enumCase(-1), .integer(1), nil, nil, nil],
        [.text("abc"), .integer(0), .integer(1), nil, nil, nil],
        [.text("abc"), .enumCase(0), .integer(6), nil, nil, nil],
        [.text("abc"), .enumCase(0), .integer(0), nil, nil, nil],
        [.text("abc"), .enumCase(0), .duration(1), nil, nil, nil],
        [.text("abc"), .enumCase(0), .integer(1), .text("true"), nil, nil],
        [.text("abc"), .enumCase(0), .integer(1), nil, .duration(0), nil],
        [.text("abc"), .enumCase(0), .integer(1), nil, .duration(86_400_001), nil],
        [.text("abc"), .enumCase(0), .integer(1), nil, .integer(5), nil],
        [.text("abc"), .enumCase(0), .integer(1), nil, nil, .set(4)],
        [.text("abc"), .enumCase(0), .integer(1), nil, nil, .set(.max)],
        [.text("abc"), .enumCase(0), .integer(1), nil, nil, nil, nil],
    ]

    @Test("A command whose fields are not what the flow declares is the caller's mistake", arguments: wrong)
    func wrongFields(fields: [Value?]) throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        let go = try #require(run.table.event(named: "go"))
        let error = #expect(throws: RunError.self) { try run.send(go, fields: fields) }
        guard case .invalidInput? = error, let text = error?.description else {
            Issue.record("it was refused as \(String(describing: error))")
            return
        }
        // The message may name the command, and must have no value.
        #expect(text.contains("'go'") && !text.contains("abc"))
        #expect(run.records().count == 1)
        #expect(run.state == "first" && run.orders.isEmpty)
    }

    @Test("The very ends of each range are accepted")
    func rightFields() throws {
        for fields: [Value?] in [
            [.text("ab"), .enumCase(0), .integer(1), .bool(true), .duration(1), .set(0)],
            [.text("abcd"), .enumCase(1), .integer(5), nil, .duration(86_400_000), .set(3)],
        ] {
            var run = try DrivenRun(LoadedFlow(Self.text))
            let go = try #require(run.table.event(named: "go"))
            #expect(try run.send(go, fields: fields).answer == .accepted)
        }
    }

    @Test("What is no command cannot be sent, and what is no reply is no answer")
    func wrongPositions() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("next")
        let order = try #require(run.rootOrders.last)
        for (position, event) in run.table.events.enumerated() {
            if event.origin != .command {
                #expect(throws: RunError.self, "\(event.name)") { try run.send(position, fields: []) }
            }
            if event.origin != .reply {
                #expect(throws: RunError.self, "\(event.name)") { try run.answer(order.id, with: position) }
            }
        }
        for position in [-1, run.table.events.count, .max, .min] {
            #expect(throws: RunError.self) { try run.send(position, fields: []) }
            #expect(throws: RunError.self) { try run.answer(order.id, with: position) }
        }
        let yes = try #require(run.table.event(named: "yes"))
        #expect(throws: RunError.self) { try run.answer(order.id, with: yes, fields: [.integer(6)]) }
        #expect(run.records().count == 2)
        #expect(try run.answer(order.id, with: yes, fields: [.integer(5)]).map(\.disposition) == [.taken])
    }

    @Test("An effect answers with its own replies only")
    func othersReplies() throws {
        var run = try DrivenRun(LoadedFlow(Self.text))
        try run.send("next")
        try run.send("next")
        #expect(run.orders == ["check", "look"])
        let (check, look) = (run.rootOrders[0].id, run.rootOrders[1].id)
        let (yes, seen) = (try #require(run.table.event(named: "yes")), try #require(run.table.event(named: "seen")))
        #expect(throws: RunError.self) { try run.answer(look, with: yes, fields: [.integer(5)]) }
        #expect(throws: RunError.self) { try run.answer(check, with: seen) }
        #expect(run.state == "second" && run.machine.state.openEffects.count == 2)
        #expect(run.records().count == 3)
        #expect(try run.answer(look, with: seen).map(\.disposition) == [.taken])
    }
}
